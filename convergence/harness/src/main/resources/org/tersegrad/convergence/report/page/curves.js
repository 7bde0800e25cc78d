// The curves and what a reader can do with them. The chart is in the page as JSON, with all that may be on its axes.
(function () {
  'use strict';
  const data = JSON.parse(document.getElementById('data').textContent);
  const controls = document.getElementById('controls');
  const boxes = []; // the check box of each curve
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = -1; // the curve whose name the pointer is on
  let printing = false;

  function state() {
    const form = new FormData(controls);
    return {
      x: form.get('x'), y: form.get('y'), logX: form.has('logX'), logY: form.has('logY'),
      bands: form.has('bands'), close: form.has('close') && form.get('y') === 'accuracy',
    };
  }

  /** A number as on an axis, then with its unit. */
  function plain(name, value) {
    if (data.axes[name].unit === 'bytes') {
      const unit = Math.max(0, Math.min(5, Math.floor(Math.log10(value * 1.0005) / 3)));
      return Number((value / Math.pow(1000, unit)).toPrecision(3)) + ' ' + ['B', 'kB', 'MB', 'GB', 'TB', 'PB'][unit];
    }
    const rounded = Number(value.toPrecision(4));
    return value !== 0 && Math.abs(value) < 1e-3 ? rounded.toExponential() : String(rounded);
  }

  function text(name, value) {
    const { unit } = data.axes[name];
    return plain(name, value) + (unit === 'bytes' ? '' : unit);
  }

  /** Where powers of ten are far apart, 2 and 5 times a power have a label too; where they are too close, every other one has. */
  function logLabel(name, value, decade, label) {
    const power = Math.floor(Math.log10(value) + 1e-9);
    const digit = Math.round(value / Math.pow(10, power));
    const shown = digit === 1 ? decade >= label || power % 2 === 0 : decade >= 5 * label && (digit === 2 || digit === 5);
    return shown ? plain(name, value) : '';
  }

  /** An axis in the colours of the page, as long as the data. */
  function axis(name, log, values) {
    const style = getComputedStyle(document.documentElement);
    const [ink, rule] = ['--faint', '--rule'].map(colour => style.getPropertyValue(colour).trim());
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return {
      type: log ? 'logarithmic' : 'linear',
      ...(values.length > 0 && low < high && { [log ? 'min' : 'suggestedMin']: low, [log ? 'max' : 'suggestedMax']: high }),
      title: { display: true, text: data.axes[name].title, color: ink },
      border: { color: rule },
      grid: { color: rule },
      ticks: {
        color: ink,
        maxRotation: 0,
        autoSkip: !log,
        callback(value) {
          const [pixels, label] = this.axis === 'x' ? [this.width, 60] : [this.height, 20];
          return log ? logLabel(name, value, pixels / Math.log10(this.max / this.min), label) : plain(name, value);
        },
      },
    };
  }

  /** Points with the band around them; what has no place on the axes is left out. */
  function points(curve, now) {
    const [mean, low, high] = curve[now.y];
    return curve[now.x]
      .map((x, i) => ({ x, y: mean[i], low: low[i], high: high[i] }))
      .filter(point => point.x !== null && point.y !== null && (!now.logX || point.x > 0) && (!now.logY || point.low > 0));
  }

  function tip({ raw: point }) {
    const { x, y } = state();
    return [text(y, point.y) + ' (' + text(y, point.low) + ' to ' + text(y, point.high) + ')', 'at ' + text(x, point.x)];
  }

  /** At the foot of the plot, where curves are few: a tip beside its point would cover others. */
  Chart.Tooltip.positioners.foot = function (items) {
    return items.length > 0 && { x: items[0].element.x, y: this.chart.chartArea.bottom, yAlign: 'bottom' };
  };

  /** Beneath the lines, from the lowest seed to the highest; only of the recipe that is chosen, if one is. */
  function bands({ ctx, chartArea: area, scales: { x, y }, data: { datasets } }) {
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height);
    ctx.clip();
    datasets.forEach((line, i) => {
      if (state().bands && boxes[i].checked && (chosen < 0 || chosen === i)) {
        ctx.beginPath();
        line.data.forEach(point => ctx.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.low)));
        line.data.slice().reverse().forEach(point => ctx.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.high)));
        ctx.fillStyle = line.borderColor + '20';
        ctx.fill();
      }
    });
    ctx.restore();
  }

  function target({ ctx, chartArea: area, scales: { y } }) {
    const height = data.target && data.target.axis === state().y ? y.getPixelForValue(data.target.value) : NaN;
    if (height >= area.top && height <= area.bottom) {
      ctx.save();
      ctx.strokeStyle = ctx.fillStyle = y.options.ticks.color;
      ctx.setLineDash([2, 4]);
      ctx.beginPath();
      ctx.moveTo(area.left, height);
      ctx.lineTo(area.right, height);
      ctx.stroke();
      ctx.font = '12px ' + Chart.defaults.font.family;
      ctx.fillText(data.target.label, area.left + 6, height - 6);
      ctx.restore();
    }
  }

  data.curves.forEach(addToList);
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
    plugins: [{ id: 'layers', beforeDatasetsDraw: bands, afterDatasetsDraw: target }],
  });

  function draw() {
    const now = state();
    controls.elements.close.disabled = now.y !== 'accuracy';
    chart.data.datasets.forEach((line, i) => {
      const curve = data.curves[i];
      const colour = dark.matches && !printing ? curve.dark : curve.light;
      line.data = points(curve, now);
      line.borderColor = line.backgroundColor = colour + (chosen >= 0 && chosen !== i ? '30' : '');
      line.borderWidth = chosen === i ? 3.5 : 2;
      chart.setDatasetVisibility(i, boxes[i].checked);
      const item = boxes[i].closest('li');
      item.classList.toggle('off', !boxes[i].checked);
      item.querySelector('line').setAttribute('stroke', colour);
    });
    const seen = chart.data.datasets.filter((line, i) => boxes[i].checked).flatMap(line => line.data);
    const wide = seen.filter(point => !now.close || point.high >= data.bottom);
    chart.options.scales = {
      x: axis(now.x, now.logX, wide.map(point => point.x)),
      // Bands are part of the data.
      y: { ...axis(now.y, now.logY, seen.flatMap(point => [point.low, point.high])), ...(now.close && { min: data.bottom }) },
    };
    chart.update('none');
    document.getElementById('heading').textContent = data.axes[now.y].name + ' against ' + data.axes[now.x].name;
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
    boxes[i].addEventListener('change', () => choose(chosen < 0 ? -1 : i));
    document.getElementById('recipes').append(item);
  }

  function choose(i) {
    chosen = i >= 0 && boxes[i].checked ? i : -1;
    draw();
  }

  function setAll(checked) {
    boxes.forEach(box => { box.checked = checked; });
    draw();
  }

  function onPaper(yes) {
    printing = yes;
    chart.resize();
    draw();
  }

  function onControl(event) {
    if (event.target.name === 'x') {
      controls.elements.logX.checked = data.axes[event.target.value].log;
    } else if (event.target.value === 'accuracy') {
      controls.elements.logY.checked = false;
    }
    draw();
  }

  document.getElementById('all').addEventListener('click', () => setAll(true));
  document.getElementById('none').addEventListener('click', () => setAll(false));
  controls.reset(); // browsers keep what was chosen before a reload
  controls.elements.x.value = data.x;
  controls.elements.y.value = data.y;
  controls.elements.logX.checked = data.axes[data.x].log;
  controls.elements.logY.checked = data.logY;
  controls.addEventListener('change', onControl);
  controls.addEventListener('submit', event => event.preventDefault());
  dark.addEventListener('change', draw);
  addEventListener('beforeprint', () => onPaper(true));
  addEventListener('afterprint', () => onPaper(false));
  draw();
})();
