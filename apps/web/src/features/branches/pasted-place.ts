import { LATITUDE_LIMIT, LONGITUDE_LIMIT } from '@simiente/contract/branches/calls';

/** Coordinates as texts, as the form's fields have them. */
interface TypedPlace {
  readonly lat: string;
  readonly lng: string;
}

const NUMBER = String.raw`[+-]?\d{1,3}(?:\.\d+)?`;
const PAIR = new RegExp(String.raw`^\s*(${NUMBER})\s*[,;~_ ]\s*(${NUMBER})(?![\d.])`);
/** An angle in degrees, optionally with minutes and seconds: 19°25′6.2″. */
const ANGLE = String.raw`(\d{1,3}(?:\.\d+)?)\s*°\s*(?:([0-5]?\d(?:\.\d+)?)\s*['′’]\s*(?:([0-5]?\d(?:\.\d+)?)\s*(?:["″”]|'')\s*)?)?`;
/** Two angles with their directions. West is 'W' or, in Spanish, 'O'. */
const LETTERED = new RegExp(String.raw`^\s*${ANGLE}([NS])[\s,;]*${ANGLE}([EWO])\s*$`, 'i');
/** Services whose short links do not contain the place. */
const SHORTENERS =
  /^(?:(?:maps\.app\.)?goo\.gl|g\.co|maps\.apple|osm\.org|binged\.it|bit\.ly|tinyurl\.com|t\.co|1drv\.ms|waze\.to)$/;
/** Query parameters that contain a place, the most exact first. */
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
  'to',
  'sp',
];
/** Text before the place in a parameter of Google Maps, Bing and Waze. */
const PREFIX = /^(?:loc:|point\.|(?:.*&)?ll\.)/;
/** The pin of a place in a path of Google Maps. */
const PIN = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`, 'g');

export const SHORT_LINK =
  'Es un enlace corto y no indica el lugar. Ábrelo, copia la dirección completa del navegador y pégala aquí.';
export const NO_COORDINATES =
  'Ese enlace no tiene coordenadas. Pega el enlace completo del mapa o escribe la latitud y la longitud.';

/**
 * The place in a pasted text: '19.4184, -99.1623', '19°25′6.2″N 99°9′44.3″W', or the full link of a map (Google
 * Maps, Apple Maps, OpenStreetMap, Waze, Bing). Null for anything else. No link is opened.
 */
export function parsePlace(text: string): TypedPlace | null {
  const link = parseLink(text);
  return link === null ? (parseDecimalPair(text) ?? parseLetteredPair(text)) : findPlace(link);
}

/** Reason why a pasted link has no place; undefined for a link with one, and for a text that is not a link. */
export function describeLinkProblem(text: string): string | undefined {
  const link = parseLink(text);
  if (link === null || findPlace(link) !== null) return undefined;
  return isShort(link) ? SHORT_LINK : NO_COORDINATES;
}

function parseLink(text: string): URL | null {
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

function findPlace(link: URL): TypedPlace | null {
  if (isShort(link)) return null;
  const { protocol, pathname, searchParams, hash } = link;
  const address = decode(pathname);
  // The pin of a Google place is more exact than the centre of its map.
  const [, lat, lng] = [...address.matchAll(PIN)].at(-1) ?? [];
  const texts = [
    protocol === 'geo:' ? pathname : null,
    `${lat} ${lng}`,
    `${searchParams.get('mlat')} ${searchParams.get('mlon')}`,
    ...PARAMETERS.map((name) => searchParams.get(name)),
    hash.replace(/^#map=[\d.]+\/([^/]+)\//, '$1,'),
    /\/@([^/]+)/.exec(address)?.[1],
    /\/(?:search|place|dir\/[^/]*)\/([^/]+)/.exec(address)?.[1]?.replaceAll('+', ' '),
  ];
  return texts.map((text) => parsePair(text?.replace(PREFIX, ''))).find(Boolean) ?? null;
}

function parsePair(text: string | undefined): TypedPlace | null {
  const [, lat, lng] = PAIR.exec(text ?? '') ?? [];
  return toPlace(lat, lng);
}

/** Decimal coordinates, as maps copy them. Integers could be anything else. */
function parseDecimalPair(text: string): TypedPlace | null {
  const [, lat, lng] =
    /^\s*\(?\s*([+-]?\d+\.\d+)\s*[,;\s]\s*([+-]?\d+\.\d+)\s*\)?\s*$/.exec(text) ?? [];
  return toPlace(lat, lng);
}

/** Angles with directions, as in the title of a place on a map. */
function parseLetteredPair(text: string): TypedPlace | null {
  const match = LETTERED.exec(text);
  if (match === null) return null;
  return toPlace(toDecimalDegrees(match.slice(1, 5)), toDecimalDegrees(match.slice(5, 9)));
}

/**
 * @param angle degrees, minutes, seconds and direction
 * @returns degrees rounded to about 10 cm, negative in the south and west
 */
function toDecimalDegrees([degrees, minutes = '0', seconds = '0', direction = '']: string[]) {
  const value = Number(degrees) + Number(minutes) / 60 + Number(seconds) / 3600;
  return String(Math.round((/[swo]/i.test(direction) ? -value : value) * 1e6) / 1e6);
}

/** Null for coordinates that are missing or not on the globe. */
function toPlace(lat?: string | null, lng?: string | null): TypedPlace | null {
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
