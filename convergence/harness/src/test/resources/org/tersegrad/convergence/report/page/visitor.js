// Uses the page as a person would, and leaves what it saw in an element of its own.
(function () {
  'use strict';
  const chart = Chart.getChart('chart');
  const { elements } = document.getElementById('controls');
  const boxes = [...document.querySelectorAll('#recipes input')];
  const seen = {};

  const press = selector => document.querySelector(selector).click();
  const visible = () => chart.data.datasets.filter((line, i) => chart.isDatasetVisible(i)).length;

  /** Pixels that are neither paper nor grey: curves and bands. Nearly transparent ones have no exact colour. */
  function colourful() {
    const canvas = document.getElementById('chart');
    const { width, height } = canvas;
    const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
    copy.drawImage(canvas, 0, 0);
    const { data } = copy.getImageData(0, 0, width, height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) {
      const channels = [data[i], data[i + 1], data[i + 2]];
      count += data[i + 3] > 30 && Math.max(...channels) - Math.min(...channels) > 60;
    }
    return count;
  }

  seen.title = document.title;
  seen.curves = chart.data.datasets.length;
  seen.points = chart.data.datasets.map(line => line.data.length);
  seen.names = [...document.querySelectorAll('#recipes span')].map(span => span.textContent);
  seen.pixels = colourful();

  seen.axes = [];
  for (const x of [...document.querySelectorAll('[name=x]')].map(input => input.value)) {
    press('[name=x][value=' + x + ']');
    for (const y of [...document.querySelectorAll('[name=y]')].map(input => input.value)) {
      press('[name=y][value=' + y + ']');
      seen.axes.push([x, y, chart.scales.x.type, chart.scales.x.options.title.text, chart.scales.y.options.title.text,
        document.getElementById('heading').textContent, colourful() > 0].join(' | '));
    }
  }
  press('[name=logY]');
  seen.logY = chart.scales.y.type;
  press('[name=x][value=sent]');
  press('[name=y]'); // accuracy, if there is one
  seen.back = chart.scales.x.type + ' ' + chart.scales.y.type;

  press('[name=bands]');
  seen.pixelsWithoutBands = colourful();
  press('[name=bands]');
  seen.closeUpFrom = chart.scales.y.min;
  press('[name=close]');
  seen.wholeFrom = chart.scales.y.min;
  press('[name=close]');

  boxes[0].click();
  seen.afterOneClick = visible();
  press('#none');
  seen.afterNone = visible();
  seen.pixelsAfterNone = colourful();
  press('#all');
  seen.afterAll = visible();
  const item = document.querySelectorAll('#recipes li')[1] || boxes[0].closest('li');
  item.dispatchEvent(new PointerEvent('pointerenter'));
  seen.widths = [...new Set(chart.data.datasets.map(line => line.borderWidth))].length;
  item.dispatchEvent(new PointerEvent('pointerleave'));

  const rows = () => [...document.querySelectorAll('tbody tr')].map(row => row.cells[0].textContent);
  const column = [...document.querySelectorAll('thead button')].find(button => button.textContent === 'ratio');
  if (column) {
    column.click();
    seen.ascending = rows();
    column.click();
    seen.descending = rows();
  }
  seen.closeUpIsFree = elements.close.disabled === false;
  seen.wider = document.documentElement.scrollWidth > document.documentElement.clientWidth;

  const findings = document.createElement('pre');
  findings.id = 'findings';
  findings.textContent = JSON.stringify(seen);
  document.body.append(findings);
})();
