import type { Prospect } from '@simiente/contract/prospects/calls';
import { describe, expect, test } from 'vitest';
import { arrangeCards, type Columns, isGone, type LoadedColumn, neighbour } from './arrange.ts';

function card(idProspect: string, status: string | null, version = 1): Prospect {
  return {
    idProspect,
    name: idProspect,
    mail: null,
    phone: null,
    motivo: null,
    status,
    notes: '',
    createDate: null,
    consent: null,
    patient: null,
    convertedAt: null,
    version,
  };
}

const emptyColumns: Columns = { pending: [], contacted: [], converted: [], rejected: [], none: [] };
const idsByGroup = (columns: Columns) =>
  Object.fromEntries(
    Object.entries(columns)
      .map(([group, cards]) => [group, cards.map(({ idProspect }) => idProspect)] as const)
      .filter(([, ids]) => ids.length > 0),
  );

describe('the board of prospects', () => {
  test('without moves the board shows the lists unchanged', () => {
    const lists = {
      ...emptyColumns,
      pending: [card('a', 'pending')],
      none: [card('b', 'archivado')],
    };
    expect(idsByGroup(arrangeCards(lists, [], null))).toEqual({ pending: ['a'], none: ['b'] });
  });

  test('moved cards are at the top, the latest first, and not in their old column', () => {
    const [a, b] = [card('a', 'contacted'), card('b', 'contacted')];
    const lists = { ...emptyColumns, pending: [a, b], contacted: [card('c', 'contacted')] };
    expect(idsByGroup(arrangeCards(lists, [b, a], null))).toEqual({ contacted: ['b', 'a', 'c'] });
  });

  test('a moved card stays at the top although it is too old to be loaded', () => {
    expect(idsByGroup(arrangeCards(emptyColumns, [card('a', 'rejected', 2)], null))).toEqual({
      rejected: ['a'],
    });
  });

  test('a list with a later version overrides the move', () => {
    const lists = { ...emptyColumns, rejected: [card('a', 'rejected', 3)] };
    expect(idsByGroup(arrangeCards(lists, [card('a', 'contacted', 2)], null))).toEqual({
      rejected: ['a'],
    });
  });

  test('a dragged card is shown only in the target column', () => {
    const a = card('a', 'pending');
    const lists = {
      ...emptyColumns,
      pending: [a, card('b', 'pending')],
      contacted: [card('c', 'contacted')],
    };
    for (const placed of [[], [a]]) {
      expect(idsByGroup(arrangeCards(lists, placed, { prospect: a, to: 'contacted' }))).toEqual({
        pending: ['b'],
        contacted: ['a', 'c'],
      });
    }
  });
});

test('the next column is one that accepts cards', () => {
  expect(neighbour('pending', 1)).toBe('contacted');
  expect(neighbour('pending', -1)).toBeUndefined();
  expect(neighbour('rejected', 1)).toBeUndefined();
  expect(neighbour('none', -1)).toBe('rejected');
  expect(neighbour('none', 1)).toBeUndefined();
});

describe('a card that was moved by hand', () => {
  const at = (idProspect: string, day: string | null) => ({
    ...card(idProspect, 'contacted'),
    createDate: day && `2026-01-${day}T00:00:00.000Z`,
  });
  const makeLists = (contacted: LoadedColumn, pending: readonly Prospect[] = []) => {
    const empty = { rows: [], isComplete: true };
    return {
      pending: { rows: pending, isComplete: true },
      contacted,
      converted: empty,
      rejected: empty,
      none: empty,
    };
  };

  test('does not exist if no list has it although its list is loaded beyond its position', () => {
    const moved = at('a', '05');
    const rows = [at('b', '06'), at('c', '04')];
    expect(isGone(moved, makeLists({ rows, isComplete: true }))).toBe(true);
    expect(isGone(moved, makeLists({ rows, isComplete: false }))).toBe(true);
  });

  test('exists while its list is not loaded that far, or its position is unknown', () => {
    const rows = [at('b', '06'), at('c', '04')];
    expect(isGone(at('a', '03'), makeLists({ rows, isComplete: false }))).toBe(false);
    expect(isGone(at('a', null), makeLists({ rows, isComplete: false }))).toBe(false);
    expect(isGone(at('a', '05'), makeLists({ rows, isComplete: undefined }))).toBe(false);
  });

  test('exists while another list has it', () => {
    const moved = at('a', '05');
    expect(isGone(moved, makeLists({ rows: [], isComplete: true }, [moved]))).toBe(false);
  });
});
