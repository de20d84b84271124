import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Archive } from './archive.ts';
import { BASES, COMPLETE, listBases } from './base-copy.ts';
import { isOutage } from './recover.ts';
import { FILES, SEGMENTS } from './ship.ts';

interface ArchiveFaults {
  /** Objects that were read. */
  readonly checked: number;
  /** Names of objects whose bytes are not as they were stored. */
  readonly damaged: readonly string[];
  /** Names of segments without which recovery cannot pass from one base copy to the end of its timeline. */
  readonly missing: readonly string[];
}

/**
 * Reads every object of an archive, whose compression and encryption have checksums, and looks for gaps in the log.
 * @throws when the archive does not answer
 */
export async function verifyArchive(archive: Archive, signal: AbortSignal): Promise<ArchiveFaults> {
  const bases = await listBases(archive);
  const segments = await archive.list(SEGMENTS);
  const names = [
    ...bases.complete.flatMap(({ name }) => [`${BASES}/${name}`, `${BASES}/${name}${COMPLETE}`]),
    ...segments.map((name) => `${SEGMENTS}/${name}`),
    ...(await archive.list(FILES)).map((key) => `${FILES}/${key}`),
  ];
  const damaged = bases.damaged.map((name) => `${BASES}/${name}${COMPLETE}`);
  for (const name of names) {
    if (!(await isIntact(archive, name, signal))) damaged.push(name);
  }
  const starts = bases.complete.map(({ firstSegment }) => firstSegment);
  return { checked: names.length, damaged, missing: findMissing(segments, starts) };
}

async function isIntact(archive: Archive, name: string, signal: AbortSignal): Promise<boolean> {
  try {
    const stored = await archive.read(name);
    // An object without content marks nothing in these folders; pruning may remove one during the reading.
    if (stored !== null) await pipeline(stored, discard(), { signal });
    return true;
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error;
    return false;
  }
}

const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Segments in one file of the log's numbering, which has 16 MB each. */
const PER_LOG = 256;

/** @param starts the first segment of each base copy */
function findMissing(names: readonly string[], starts: readonly string[]): string[] {
  const held = new Set(names.filter((name) => name.length === 24));
  const missing = new Set<string>();
  for (const start of starts) {
    const timeline = start.slice(0, 8);
    const last =
      [...held]
        .filter((name) => name.startsWith(timeline))
        .toSorted()
        .at(-1) ?? start;
    for (let at = toNumber(start); at <= toNumber(last); at += 1) {
      const name = toName(timeline, at);
      if (!held.has(name)) missing.add(name);
    }
  }
  return [...missing].toSorted();
}

function toNumber(segment: string): number {
  return (
    Number.parseInt(segment.slice(8, 16), 16) * PER_LOG + Number.parseInt(segment.slice(16), 16)
  );
}

function toName(timeline: string, at: number): string {
  const inHex = (part: number) => part.toString(16).toUpperCase().padStart(8, '0');
  return `${timeline}${inHex(Math.floor(at / PER_LOG))}${inHex(at % PER_LOG)}`;
}
