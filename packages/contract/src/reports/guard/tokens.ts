import type { Sentence } from '../sentences.ts';
import { type Mention, readMention } from './mentions.ts';
import { readNumbers, type WrittenNumber } from './numbers.ts';
import { matchAt, type Span } from './plain-text.ts';
import { readTime, type Time } from './times.ts';
import { readWord, type Word } from './vocabulary.ts';
import { readUnitAt, type WrittenUnit } from './written-units.ts';

/** A number with the unit after it; null without one. */
export interface WrittenQuantity extends Span {
  readonly number: WrittenNumber;
  readonly unit: WrittenUnit | null;
  readonly unitAt: Span | null;
}

/** Part of a sentence with one meaning. An unknown part keeps its sentence from being confirmed. */
export type Token = Span &
  (
    | Word
    | { readonly kind: 'analyte'; readonly mention: Mention }
    | { readonly kind: 'number'; readonly quantity: WrittenQuantity }
    | { readonly kind: 'time'; readonly time: Time }
    | { readonly kind: 'unit'; readonly unit: WrittenUnit }
    | { readonly kind: 'unknown' }
  );

/** The numbers of a text with their units. */
export function readQuantities(plain: string): Map<number, WrittenQuantity> {
  const quantities = new Map<number, WrittenQuantity>();
  let taken = 0;
  for (const number of readNumbers(plain)) {
    // Part of the unit of the previous number, as the 10 of '15 x 10⁶'.
    if (number.start < taken) continue;
    const unit = readUnitAt(plain, number.end) ?? readNextCellUnit(plain, number.end);
    taken = unit?.end ?? number.end;
    quantities.set(number.start, {
      start: number.start,
      end: taken,
      number,
      unit,
      unitAt: unit === null ? null : { start: number.end, end: taken },
    });
  }
  return quantities;
}

/** '| FSH | 5.1 | mUI/mL |': the unit of a row of a table may have a column of its own. */
function readNextCellUnit(plain: string, from: number): WrittenUnit | null {
  const edge = /^ *\| */.exec(plain.slice(from, from + 20));
  const unit = edge && readUnitAt(plain, from + edge[0].length);
  return unit && /^ *(?:\||\n|$)/.test(plain.slice(unit.end, unit.end + 20)) ? unit : null;
}

/** A unit in brackets after a name: 'Concentración (millones/ml): 14'. */
function readLabel(plain: string, at: number): { unit: WrittenUnit; end: number } | null {
  const opened = /^\( */.exec(plain.slice(at, at + 5));
  const unit = opened && readUnitAt(plain, at + opened[0].length);
  const closed = unit && /^ *\)/.exec(plain.slice(unit.end, unit.end + 5));
  return unit && closed ? { unit, end: unit.end + closed[0].length } : null;
}

const UNKNOWN = /(?:[\p{L}\p{N}]+|.)/suy;

/** Splits a sentence without its spaces, in order. */
export function tokenize(
  text: string,
  plain: string,
  sentence: Sentence,
  rows: readonly string[],
  quantities: ReadonlyMap<number, WrittenQuantity>,
): Token[] {
  const tokens: Token[] = [];
  for (let start = sentence.start; start < sentence.end; ) {
    if (plain[start] === ' ') {
      start += 1;
      continue;
    }
    const token = readToken(start);
    tokens.push(token);
    start = token.end;
  }
  return tokens;

  function readToken(start: number): Token {
    // The verb 'bajó' has no accent in the plain text.
    if (/^bajó(?!\p{L})/iu.test(text.slice(start, start + 5)))
      return { kind: 'change', direction: 'down', start, end: start + 4 };
    const end = start + (matchAt(UNKNOWN, plain, start)?.[0].length ?? 1);
    const unknown = { kind: 'unknown', start, end } as const;
    // No result is negative.
    if (/^ -\d/.test(plain.slice(start - 1, start + 2))) return unknown;
    const word = readWord(plain, start);
    const mention = readMention(plain, start, rows);
    const time = readTime(plain, start);
    const quantity = quantities.get(start);
    const label = readLabel(plain, start);
    const found: Token[] = [];
    if (word) found.push({ ...word.word, start, end: word.end });
    if (mention) found.push({ kind: 'analyte', mention, start, end: mention.end });
    if (time) found.push({ kind: 'time', time: time.time, start, end: time.end });
    if (quantity) found.push({ kind: 'number', quantity, start, end: quantity.end });
    if (label) found.push({ kind: 'unit', unit: label.unit, start, end: label.end });
    // The longest one; of equally long ones, the first.
    return found.toSorted((one, other) => other.end - one.end)[0] ?? unknown;
  }
}
