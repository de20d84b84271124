import { MessageRefused } from './refusal.ts';

/** Of a message, which is stored whole: a document in it may have lines of its own. */
const MOST_LINES = 100_000;
/** Fields, components, repetitions, subcomponents and escapes: each becomes an object. */
const MOST_PARTS = 200_000;
const MOST_SEGMENTS = 5000;
/** Characters without attached documents, which are not read. */
const LONGEST_TEXT = 1_000_000;
/** Results are compared with the others of their study. */
const MOST_RESULTS = 1000;
const MOST_STUDIES = 500;
const MOST_RESULTS_OF_STUDY = 500;

function requireAtMost(most: number, count: number, [who, what]: readonly [string, string]): void {
  if (count <= most) return;
  throw new MessageRefused('102', `${who} hasta ${most.toLocaleString('en')} ${what}.`);
}

const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * The limits that hold before a message becomes a text.
 * @throws MessageRefused
 */
export function requireFewParts(bytes: Uint8Array): void {
  const isSign = new Uint8Array(256);
  for (const sign of bytes.subarray(3, 8)) isSign[sign] = 1;
  let lines = 1;
  let parts = 0;
  for (const byte of bytes) {
    if (byte === CARRIAGE_RETURN || byte === LINE_FEED) lines += 1;
    parts += isSign[byte] ?? 0;
  }
  requireAtMost(MOST_LINES, lines, ['Un mensaje tiene', 'líneas']);
  requireAtMost(MOST_PARTS, parts, ['Un mensaje tiene', 'campos y componentes']);
}

/**
 * The limits that hold before segments become fields.
 * @throws MessageRefused
 */
export function requireFewSegments(segments: readonly string[], separator: string): void {
  requireAtMost(MOST_SEGMENTS, segments.length, ['Un mensaje trae', 'segmentos']);
  let [text, studies, results, ofStudy] = [0, 0, 0, 0];
  for (const segment of segments) {
    const [name, , type] = segment.slice(0, 40).split(separator);
    if (type !== 'ED') text += segment.length;
    if (name === 'OBR') [studies, ofStudy] = [studies + 1, 0];
    if (name === 'OBX') [results, ofStudy] = [results + 1, ofStudy + 1];
    requireAtMost(MOST_RESULTS_OF_STUDY, ofStudy, ['Un estudio trae', 'observaciones (OBX)']);
  }
  requireAtMost(LONGEST_TEXT, text, ['Sin documentos (ED), un mensaje tiene', 'caracteres']);
  requireAtMost(MOST_STUDIES, studies, ['Un mensaje trae', 'estudios (OBR)']);
  requireAtMost(MOST_RESULTS, results, ['Un mensaje trae', 'observaciones (OBX)']);
}
