// What can be laid along the axes of the curves, and how its numbers are written.
const Axes = (function () {
  'use strict';

  function plain(value) {
    const small = value !== 0 && Math.abs(value) < 1e-3;
    return small ? String(Number(value.toPrecision(4)).toExponential()) : String(Number(value.toPrecision(4)));
  }

  function bytes(value) {
    const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
    let unit = 0;
    for (; value >= 999.5 && unit < units.length - 1; unit++) {
      value /= 1000;
    }
    return Number(value.toPrecision(3)) + ' ' + units[unit];
  }

  const kinds = {
    sent: { name: 'bits sent', title: 'Data sent per worker (1 MB = 8 million bits)', log: true, text: bytes },
    received: { name: 'bits received', title: 'Data received per worker (1 MB = 8 million bits)', log: true, text: bytes },
    seconds: { name: 'modelled seconds', title: 'Modelled seconds, network or virtual clock', log: true, text: plain, unit: ' s' },
    step: { name: 'steps', title: 'Steps', log: false, text: plain, unit: ' steps' },
    epoch: { name: 'epochs', title: 'Epochs', log: false, text: plain, unit: ' epochs' },
    accuracy: { name: 'Test accuracy', title: 'Test accuracy (%)', text: plain, unit: ' %' },
    testLoss: { name: 'Test loss', title: 'Test loss', text: plain },
    trainLoss: { name: 'Train loss', title: 'Train loss', text: plain },
    residual: { name: 'Residual norm', title: 'Norm of the residual, mean over workers', text: plain },
    error: { name: 'Compression error', title: 'Error of the averaged gradient, relative to the true mean', text: plain },
  };

  /** Where powers of ten are far apart, 2 and 5 times a power have a label too; where they are too close, every other one has. */
  function logLabel(text, value, ticks, room) {
    const decade = room.pixels / Math.log10(ticks[ticks.length - 1].value / ticks[0].value);
    const power = Math.floor(Math.log10(value) + 1e-9);
    const digit = Math.round(value / Math.pow(10, power));
    if (digit === 1) {
      return decade >= room.label || power % 2 === 0 ? text(value) : '';
    }
    return decade >= 5 * room.label && (digit === 2 || digit === 5) ? text(value) : '';
  }

  /** The options of an axis, in the colours of the page. */
  function options(name, log) {
    const { title, text } = kinds[name];
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--faint').trim();
    const rule = style.getPropertyValue('--rule').trim();
    return {
      type: log ? 'logarithmic' : 'linear',
      title: { display: true, text: title, color: ink },
      border: { color: rule },
      grid: { color: rule },
      ticks: {
        color: ink,
        maxRotation: 0,
        autoSkip: !log,
        callback(value, i, ticks) {
          const room = this.axis === 'x' ? { pixels: this.width, label: 60 } : { pixels: this.height, label: 20 };
          return log ? logLabel(text, value, ticks, room) : text(value);
        },
      },
    };
  }

  /** A number with its unit. */
  function text(name, value) {
    return kinds[name].text(value) + (kinds[name].unit || '');
  }

  return { options, text, isLog: name => kinds[name].log, name: name => kinds[name].name };
})();
