// A click on a column's title sorts the table: best known first, what is not known last.
(function () {
  'use strict';
  document.querySelectorAll('thead button').forEach(button => button.addEventListener('click', () => {
    const head = button.closest('th');
    const body = head.closest('table').tBodies[0];
    const column = head.cellIndex;
    const order = head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
    const sign = order === 'ascending' ? 1 : -1;
    const value = row => row.cells[column].dataset.value;
    const compare = (one, other) => {
      const [a, b] = [value(one), value(other)];
      if (a === '' || b === '') {
        return (a === '') - (b === '');
      }
      return sign * (column === 0 ? a.localeCompare(b) : a - b);
    };
    body.append(...[...body.rows].sort(compare));
    head.parentNode.querySelectorAll('th').forEach(th => th.removeAttribute('aria-sort'));
    head.setAttribute('aria-sort', order);
  }));
})();
