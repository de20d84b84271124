import { divIcon } from 'leaflet';
import classes from './Map.module.css';

/** Size in px; the anchor is the tip. */
const WIDTH = 28;
const HEIGHT = 36;

const DRAWING = `<svg viewBox="0 0 28 36" width="${WIDTH}" height="${HEIGHT}" aria-hidden="true">
  <path d="M14 35.2C14 35.2 26 22.6 26 13.4a12 12 0 1 0-24 0C2 22.6 14 35.2 14 35.2Z" />
  <circle cx="14" cy="13.4" r="4.4" />
</svg>`;

/** Icon of a place. Our own SVG, because Leaflet's icons are image files. */
export const pinIcon = divIcon({
  className: classes.pin ?? '',
  html: DRAWING,
  iconSize: [WIDTH, HEIGHT],
  iconAnchor: [WIDTH / 2, HEIGHT - 1],
});

const DISC = 36;

/** The marker of several overlapping places. */
export function groupIcon(count: number) {
  const figure = document.createElement('span');
  figure.textContent = String(count);
  return divIcon({
    className: classes.group ?? '',
    html: figure,
    iconSize: [DISC, DISC],
    iconAnchor: [DISC / 2, DISC / 2],
  });
}
