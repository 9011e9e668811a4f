// The exact view in the address: #at=X,Y,Z&look=PITCH,YAW&mode=walk&hull=NAME&show=LAYERS&view=HULL|BOX&colours=slope&steps=shown&shoot=SHAPE

const numbers = (text, count) => {
  const values = (text ?? '').split(',').map(Number);
  return text && values.length === count && values.every(Number.isFinite) ? values : null;
};

/** What an address says; what it does not say, or says wrongly, is null. */
export function readAddress(hash) {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const mode = parameters.get('mode');
  return { at: numbers(parameters.get('at'), 3), look: numbers(parameters.get('look'), 2),
           mode: mode === 'walk' || mode === 'fly' ? mode : null, hull: parameters.get('hull'),
           show: parameters.get('show')?.split(',') ?? null, view: parameters.get('view') ?? '', shoot: parameters.get('shoot') ?? '',
           colours: parameters.get('colours') === 'slope' ? 'slope' : 'origin', steps: parameters.get('steps') === 'shown' };
}

export function addressOf({ at, look, mode, hull, show, view, colours, steps, shoot }) {
  const hundredths = (values) => values.map((value) => Math.round(value * 100) / 100).join(',');
  const name = hull === null ? '' : `&hull=${encodeURIComponent(hull)}`;
  const seen = view === '' ? ''
    : `&view=${encodeURIComponent(view)}${colours === 'slope' ? '&colours=slope' : ''}${steps ? '&steps=shown' : ''}`;
  const shot = shoot === '' ? '' : `&shoot=${encodeURIComponent(shoot)}`;
  return `#at=${at.join(',')}&look=${hundredths(look)}&mode=${mode}${name}&show=${show.join(',')}${seen}${shot}`;
}
