// What is drawn besides the lines: bands beneath them, and the target.
const Layers = (function () {
  'use strict';

  /** From the lowest seed to the highest; only of the recipe that is chosen, if one is. */
  function bands(view) {
    return {
      id: 'bands',
      beforeDatasetsDraw(chart) {
        const { ctx, chartArea: area, scales: { x, y } } = chart;
        ctx.save();
        ctx.beginPath();
        ctx.rect(area.left, area.top, area.width, area.height);
        ctx.clip();
        chart.data.datasets.forEach((line, i) => {
          if (!view.state().bands || !chart.isDatasetVisible(i) || (view.chosen >= 0 && view.chosen !== i)) {
            return;
          }
          const there = line.data;
          const back = there.slice().reverse();
          ctx.beginPath();
          there.forEach(point => ctx.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.low)));
          back.forEach(point => ctx.lineTo(x.getPixelForValue(point.x), y.getPixelForValue(point.high)));
          ctx.fillStyle = line.borderColor + '20';
          ctx.fill();
        });
        ctx.restore();
      },
    };
  }

  function target(view, goal) {
    return {
      id: 'target',
      afterDatasetsDraw(chart) {
        const { ctx, chartArea: area, scales: { y } } = chart;
        if (!goal || goal.axis !== view.state().y) {
          return;
        }
        const height = y.getPixelForValue(goal.value);
        if (!(height >= area.top && height <= area.bottom)) {
          return;
        }
        ctx.save();
        ctx.strokeStyle = ctx.fillStyle = y.options.ticks.color;
        ctx.setLineDash([2, 4]);
        ctx.beginPath();
        ctx.moveTo(area.left, height);
        ctx.lineTo(area.right, height);
        ctx.stroke();
        ctx.font = '12px ' + Chart.defaults.font.family;
        ctx.fillText(goal.label, area.left + 6, height - 6);
        ctx.restore();
      },
    };
  }

  return { bands, target };
})();
