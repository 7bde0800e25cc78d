// The curves and what one can do with them. What is to be drawn stands in the page as JSON.
(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const controls = document.getElementById('controls');
  const boxes = []; // the check box of each curve
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const view = { state, chosen: -1, printing: false }; // chosen: the curve whose name the pointer is on

  function state() {
    const form = new FormData(controls);
    return {
      x: form.get('x'), y: form.get('y'), logX: form.has('logX'), logY: form.has('logY'),
      bands: form.has('bands'), close: form.has('close') && form.get('y') === 'accuracy',
    };
  }

  /** Points with the band around them; what has no place on the axes is left out. */
  function points(curve, now) {
    const [mean, low, high] = curve[now.y];
    return curve[now.x]
      .map((x, i) => ({ x, y: mean[i], low: low[i], high: high[i] }))
      .filter(point => point.y !== null && (!now.logX || point.x > 0) && (!now.logY || point.low > 0));
  }

  function colour(curve) {
    return dark.matches && !view.printing ? curve.dark : curve.light;
  }

  function tip(item) {
    const { x, y } = state();
    const { raw: point } = item;
    return [
      Axes.text(y, point.y) + ' (' + Axes.text(y, point.low) + ' to ' + Axes.text(y, point.high) + ')',
      'at ' + Axes.text(x, point.x),
    ];
  }

  /** At the foot of the plot, where curves are few: a tip beside its point would cover others. */
  Chart.Tooltip.positioners.foot = function (items) {
    return items.length > 0 && { x: items[0].element.x, y: this.chart.chartArea.bottom, yAlign: 'bottom' };
  };

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  const chart = new Chart(document.getElementById('chart'), {
    type: 'line',
    data: {
      datasets: data.curves.map(curve => ({
        label: curve.recipe, data: [], borderDash: curve.dash, pointRadius: 0, pointHoverRadius: 4,
      })),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      parsing: false,
      interaction: { mode: 'nearest', intersect: false },
      plugins: {
        legend: { display: false },
        tooltip: { position: 'foot', caretSize: 0, callbacks: { title: items => items.map(item => item.dataset.label), label: tip } },
      },
    },
    plugins: [Layers.bands(view), Layers.target(view, data.target)],
  });

  function draw() {
    const now = state();
    controls.elements.close.disabled = now.y !== 'accuracy';
    chart.data.datasets.forEach((line, i) => {
      const curve = data.curves[i];
      line.data = points(curve, now);
      line.borderColor = line.backgroundColor = colour(curve) + (view.chosen >= 0 && view.chosen !== i ? '30' : '');
      line.borderWidth = view.chosen === i ? 3.5 : 2;
      chart.setDatasetVisibility(i, boxes[i].checked);
      const item = boxes[i].closest('li');
      item.classList.toggle('off', !boxes[i].checked);
      item.querySelector('line').setAttribute('stroke', colour(curve));
    });
    chart.options.scales = { x: Axes.options(now.x, now.logX), y: range(Axes.options(now.y, now.logY), now) };
    chart.update('none');
    document.getElementById('heading').textContent = Axes.name(now.y) + ' against ' + Axes.name(now.x);
  }

  /** The axis by itself would fit the means, and cut bands off. */
  function range(axis, now) {
    const seen = chart.data.datasets.filter((line, i) => boxes[i].checked).flatMap(line => line.data);
    if (seen.length > 0) {
      axis.suggestedMin = Math.min(...seen.map(point => point.low));
      axis.suggestedMax = Math.max(...seen.map(point => point.high));
      if (now.close) {
        axis.min = data.bottom;
      }
    }
    return axis;
  }

  function addToList(curve, i) {
    const item = document.createElement('li');
    item.innerHTML = '<label><input type="checkbox" checked><svg width="30" height="8" aria-hidden="true">'
      + '<line x1="0" x2="30" y1="4" y2="4" stroke-width="3"/></svg><span></span></label>';
    item.querySelector('span').textContent = curve.recipe;
    item.querySelector('line').setAttribute('stroke-dasharray', curve.dash.join(' '));
    item.addEventListener('pointerenter', () => choose(i));
    item.addEventListener('pointerleave', () => choose(-1));
    boxes.push(item.querySelector('input'));
    boxes[i].addEventListener('change', () => choose(view.chosen < 0 ? -1 : i));
    document.getElementById('recipes').append(item);
  }

  function choose(i) {
    view.chosen = i >= 0 && boxes[i].checked ? i : -1;
    draw();
  }

  function setAll(checked) {
    boxes.forEach(box => { box.checked = checked; });
    draw();
  }

  function onPaper(yes) {
    view.printing = yes;
    chart.resize();
    draw();
  }

  function onControl(event) {
    if (event.target.name === 'x') {
      controls.elements.logX.checked = Axes.isLog(event.target.value);
    } else if (event.target.value === 'accuracy') {
      controls.elements.logY.checked = false;
    }
    draw();
  }

  data.curves.forEach(addToList);
  document.getElementById('all').addEventListener('click', () => setAll(true));
  document.getElementById('none').addEventListener('click', () => setAll(false));
  controls.reset(); // browsers keep what was chosen before a reload
  controls.elements.x.value = data.x;
  controls.elements.y.value = data.y;
  controls.elements.logX.checked = Axes.isLog(data.x);
  controls.elements.logY.checked = data.logY;
  if (!data.received) {
    controls.querySelector('[value=received]').closest('label').remove(); // it would be the same picture
  }
  if (!data.seconds) {
    controls.querySelector('[value=seconds]').closest('label').remove(); // nobody has modelled a network
  }
  controls.querySelector('[value=accuracy]').disabled = data.y !== 'accuracy';
  for (const y of ['residual', 'error']) { // older results have none
    const measured = data.curves.some(curve => curve[y][0].some(value => value !== null));
    controls.querySelector('[value=' + y + ']').disabled = !measured;
  }
  controls.addEventListener('change', onControl);
  controls.addEventListener('submit', event => event.preventDefault());
  dark.addEventListener('change', draw);
  addEventListener('beforeprint', () => onPaper(true));
  addEventListener('afterprint', () => onPaper(false));
  draw();
})();
