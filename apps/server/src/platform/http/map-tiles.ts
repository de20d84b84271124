/** Where maps take their tiles from, as the web app is told. */
export interface MapTiles {
  /** `https://tiles.example/{z}/{x}/{y}.png`, as Leaflet reads it. */
  readonly url: string;
  /** Plain text: whose the map is. */
  readonly attribution: string;
}

const NAMES = /\{([^}]*)\}/g;

/** Whether a text is the address of tiles, all of one origin. */
export function isTileUrl(text: string): boolean {
  const names = [...text.matchAll(NAMES)].map(([, name]) => name);
  const has = (name: string) => names.includes(name);
  // {s} would be several origins; {r} asks for sharper tiles where the screen shows them.
  const areKnown = names.every((name) => ['z', 'x', 'y', 'r'].includes(name ?? ''));
  const origin = tileOrigin(text);
  return (
    areKnown && has('z') && has('x') && has('y') && origin !== null && !/[\s;,'"<>]/.test(text)
  );
}

/** The origin that the content security policy opens for tiles, or null where there is none. */
export function tileOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, username, password } = new URL(url);
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === '';
  // A name in braces is part of a path, never of the host.
  return isPlain && !/[{}%]/.test(origin) ? origin : null;
}
