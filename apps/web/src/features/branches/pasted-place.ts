import { LATITUDE_LIMIT, LONGITUDE_LIMIT } from '@simiente/contract/branches/calls';

/** Coordinates as texts, as in the form's fields. */
interface PastedPlace {
  readonly lat: string;
  readonly lng: string;
}

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = new RegExp(String.raw`^\s*(${NUMBER})\s*[,;~_ ]\s*(${NUMBER})(?![\d.])`);
/** An angle with its sign '°', in degrees, or with minutes and seconds. */
const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)\s*°\s*(?:([0-5]?\d(?:\.\d+)?)\s*['′’]\s*(?:([0-5]?\d(?:\.\d+)?)\s*(?:["″”]|'')\s*)?)?`;
/** The west is 'W' or, in Spanish, 'O'. */
const LETTERED = new RegExp(String.raw`^\s*${ANGLE}([NS])[\s,;]*${ANGLE}([EWO])\s*$`, 'i');
/** Services that shorten links, whose target is known only after opening. */
const SHORTENERS =
  /^(?:(?:maps\.app\.)?goo\.gl|g\.co|maps\.apple|osm\.org|binged\.it|bit\.ly|tinyurl\.com|t\.co|1drv\.ms|waze\.to)$/;
/** Parameters in which map services write a place, the most exact first. */
const PARAMETERS = [
  'coordinate',
  'll',
  'query',
  'q',
  'destination',
  'daddr',
  'cp',
  'center',
  'sll',
];

export const SHORT_LINK =
  'Es un enlace corto y no indica el lugar. Ábrelo, copia la dirección completa del navegador y pégala aquí.';
export const NO_COORDINATES =
  'Ese enlace no tiene coordenadas. Pega el enlace completo del mapa o escribe la latitud y la longitud.';

/**
 * The place in a pasted text: '19.4184, -99.1623', '19°25′6.2″N 99°9′44.3″W', or the full link of a map (Google
 * Maps, Apple Maps, OpenStreetMap, Waze, Bing). Null for anything else. No link is opened.
 */
export function pastedPlace(text: string): PastedPlace | null {
  const link = linkIn(text);
  return link === null ? (decimalPair(text) ?? letteredPair(text)) : findPlace(link);
}

/** Reason why a pasted link has no position; undefined for a valid one, and for a text that is not a link. */
export function linkRefusal(text: string): string | undefined {
  const link = linkIn(text);
  if (link === null || findPlace(link) !== null) return undefined;
  return isShort(link) ? SHORT_LINK : NO_COORDINATES;
}

function linkIn(text: string): URL | null {
  const trimmed = text.trim();
  if (!/^(?:https?:\/\/|geo:|[\w-]+(?:\.[\w-]+)+\/)/i.test(trimmed)) return null;
  return URL.parse(/^(?:https?|geo):/i.test(trimmed) ? trimmed : `https://${trimmed}`);
}

function isShort({ hostname, pathname }: URL): boolean {
  const host = hostname.replace(/^www\./, '');
  // 'waze.com/ul/h9g3xyz' and 'openstreetmap.org/go/…' are short links on the services' own domains.
  return (
    SHORTENERS.test(host) ||
    (/(?:^|\.)waze\.com$/.test(host) && /^\/ul\/h/.test(pathname)) ||
    (/(?:^|\.)openstreetmap\.org$/.test(host) && pathname.startsWith('/go/'))
  );
}

function findPlace(link: URL): PastedPlace | null {
  if (isShort(link)) return null;
  if (link.protocol === 'geo:') return pairIn(link.pathname);
  const { pathname, searchParams, hash } = link;
  const address = decode(pathname);
  // The pin of a Google place is more exact than the centre of its map.
  const pins = [...address.matchAll(new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`, 'g'))];
  const pin = pins.at(-1);
  if (pin) return checked(pin[1], pin[2]);
  const mark = checked(searchParams.get('mlat'), searchParams.get('mlon'));
  if (mark) return mark;
  for (const name of PARAMETERS) {
    const found = pairIn(searchParams.get(name)?.replace(/^loc:/, ''));
    if (found) return found;
  }
  const waze = pairIn(/(?:^|&)?ll\.(.+)$/.exec(searchParams.get('to') ?? '')?.[1]);
  const bing = pairIn(/^point\.(.+)$/.exec(searchParams.get('sp') ?? '')?.[1]);
  const map = /^#map=[\d.]+\/([^/]+)\/([^/&]+)/.exec(hash);
  return (
    waze ??
    bing ??
    (map ? checked(map[1], map[2]) : null) ??
    pairIn(/\/@([^/]+)/.exec(address)?.[1]) ??
    pairIn(/\/(?:search|place|dir\/[^/]*)\/([^/]+)/.exec(address)?.[1]?.replaceAll('+', ' '))
  );
}

function pairIn(text: string | undefined): PastedPlace | null {
  const [, lat, lng] = PAIR.exec(text ?? '') ?? [];
  return checked(lat, lng);
}

/** Format of coordinates that maps copy; integers could be anything else. */
function decimalPair(text: string): PastedPlace | null {
  const [, lat, lng] =
    /^\s*\(?\s*([+-]?\d+\.\d+)\s*[,;\s]\s*([+-]?\d+\.\d+)\s*\)?\s*$/.exec(text) ?? [];
  return checked(lat, lng);
}

/** Format of coordinates in the title of a place on a map. */
function letteredPair(text: string): PastedPlace | null {
  const found = LETTERED.exec(text);
  if (found === null) return null;
  const [lat, latMinutes, latSeconds, north, lng, lngMinutes, lngSeconds, east] = found.slice(1);
  return checked(
    toDecimalDegrees(lat, latMinutes, latSeconds, /s/i.test(north ?? '')),
    toDecimalDegrees(lng, lngMinutes, lngSeconds, /[wo]/i.test(east ?? '')),
  );
}

/** To about 10 cm. */
function toDecimalDegrees(degrees = '', minutes = '0', seconds = '0', isNegative: boolean): string {
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return String(Math.round((isNegative ? -value : value) * 1e6) / 1e6);
}

function checked(lat?: string | null, lng?: string | null): PastedPlace | null {
  if (!lat || !lng) return null;
  const isPlace =
    Math.abs(Number(lat)) <= LATITUDE_LIMIT && Math.abs(Number(lng)) <= LONGITUDE_LIMIT;
  return isPlace ? { lat: lat.replace(/^\+/, ''), lng: lng.replace(/^\+/, '') } : null;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
