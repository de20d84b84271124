/** The source of map tiles, as the web app gets it. */
export interface MapTiles {
  /** `https://tiles.example/{z}/{x}/{y}.png`, in Leaflet's syntax. */
  readonly url: string;
  /** Plain text: the attribution of the map. */
  readonly attribution: string;
}

const NAMES = /\{([^}]*)\}/g;

/** Whether a text is a tile URL with a single origin. */
export function isTileUrl(text: string): boolean {
  const names = [...text.matchAll(NAMES)].map(([, name]) => name);
  const has = (name: string) => names.includes(name);
  // {s} would be several origins; {r} asks for sharper tiles on sharper screens.
  const areKnown = names.every((name) => ['z', 'x', 'y', 'r'].includes(name ?? ''));
  const origin = tileOrigin(text);
  return (
    areKnown && has('z') && has('x') && has('y') && origin !== null && !/[\s;,'"<>]/.test(text)
  );
}

/** The origin that the content security policy allows for tiles; null without tiles. */
export function tileOrigin(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, origin, username, password } = new URL(url);
  const isPlain = /^https?:$/.test(protocol) && username === '' && password === '';
  // Braces are allowed in the path, never in the host.
  return isPlain && !/[{}%]/.test(origin) ? origin : null;
}
