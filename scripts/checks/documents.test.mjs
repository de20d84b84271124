import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  findDeadLinks,
  findDecisionFaults,
  findMergeMarks,
  findRowFaults,
  findTitleFaults,
  findUnknownIds,
  readRows,
} from './documents.mjs';

let root;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'simiente-documents-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'list.ts'), 'export const list = 1;\n');
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const toTestIds = (...ids) => ids.map((id) => ({ id, file: 'list.test.ts', line: 3 }));
const findFaults = (...lines) =>
  findRowFaults(readRows(lines.join('\n')), toTestIds('E-1.1', 'E-1.2', 'S-1'), root);

describe('the rows of the specification', () => {
  it('pass when their files exist and a test carries their id', () => {
    expect(
      findFaults(
        '| id | requirement | state | where | also |',
        '| --- | --- | --- | --- | --- |',
        '| E-1.1 | The list | met | `list.ts` | — |',
        '| E-1.2 | The list ◆ | made real | `list.ts`<br>`docs` | `S-1` |',
        '| E-1.3 | Another list | met | `list.ts` | `S-1` |',
        '| E-1.4 | Something else | later | — | — |',
      ),
    ).toEqual([]);
  });

  it.each([
    ['a file is not there', '| E-1.1 | x | met | `gone.ts` | — |', 'E-1.1: gone.ts does not exist'],
    [
      'no test carries their id',
      '| E-1.5 | x | met | `list.ts` | — |',
      'E-1.5: no test carries its id',
    ],
    [
      'no test carries another id that they name',
      '| E-1.1 | x | met | `list.ts` | `S-1`, `S-2` |',
      'E-1.1: no test carries S-2',
    ],
    [
      'they are met and name no file',
      '| E-1.1 | x | met | — | — |',
      'E-1.1: is met and does not say where',
    ],
    [
      'their state does not exist',
      '| E-1.1 | x | almost | — | — |',
      "E-1.1: unknown state 'almost'",
    ],
    ['a cell is missing', '| E-1.1 | x | later | — |', 'E-1.1: has 4 cells and must have 5'],
  ])('fail when %s', (_, row, fault) => {
    expect(findFaults(row)).toEqual([`docs/specification.md:1 ${fault}`]);
  });

  it('fail when an id is used twice', () => {
    const row = '| E-1.1 | x | later | — | — |';
    expect(findFaults(row, row)).toEqual(['docs/specification.md:2 E-1.1: the id is used twice']);
  });
});

describe('the ids in titles', () => {
  const rows = [{ id: 'E-1.1', shared: ['S-1'] }];
  const points = [{ id: 'T-A1' }];

  it('pass when a document has them', () => {
    expect(findTitleFaults(toTestIds('E-1.1', 'S-1', 'T-A1'), rows, points)).toEqual([]);
  });

  it.each(['E-1.2', 'S-2', 'T-A2'])('fail when no document has %s', (id) => {
    expect(findTitleFaults(toTestIds(id), rows, points)).toEqual([
      `list.test.ts:3: no document has ${id}`,
    ]);
  });
});

describe('links of documents', () => {
  it('are resolved from their document', () => {
    const text =
      '[a](../list.ts#L1) [b](list.ts#x) ![c](gone.png) [d](https://example.com/#x) [e](mailto:x@y.mx)';
    expect(findDeadLinks('docs/a.md', text, root)).toEqual([
      'docs/a.md: the link to list.ts#x leads nowhere',
      'docs/a.md: the link to gone.png leads nowhere',
    ]);
  });

  it('are resolved to their heading', () => {
    writeFileSync(join(root, 'docs/b.md'), '# Qué hacer: `serve`, y después\n');
    const text = '## Configuración\n[a](#configuración) [b](b.md#qué-hacer-serve-y-después)';
    expect(findDeadLinks('docs/a.md', text, root)).toEqual([]);
    expect(findDeadLinks('docs/a.md', '[a](#arriba) [b](b.md#otra)', root)).toEqual([
      'docs/a.md: the link to #arriba leads nowhere',
      'docs/a.md: the link to b.md#otra leads nowhere',
    ]);
  });
});

it('merge conflict markers are found, a quotation or an arrow is not', () => {
  const marks = ['<'.repeat(7), '>'.repeat(7)];
  const text = ['# A', `${marks[0]} HEAD`, '> quoted', '>>>> deep', `${marks[1]} branch`].join(
    '\n',
  );
  expect(findMergeMarks('docs/a.md', text)).toEqual([
    'docs/a.md:2: a mark of an unfinished merge',
    'docs/a.md:5: a mark of an unfinished merge',
  ]);
});

describe('ids of tests in a text', () => {
  it('are those that titles carry', () => {
    const text = '| 1.1.1 | a subject | met | E-1.1, T-A1: AES-256; S-2 |';
    expect(findUnknownIds('docs/list.md', text, toTestIds('E-1.1', 'S-1'))).toEqual([
      'docs/list.md: no test carries T-A1',
      'docs/list.md: no test carries S-2',
    ]);
  });
});

it('a decision fails with more than 300 words, or outside the index', () => {
  const decision = (name, words) => ({ name, text: `${'word '.repeat(words)}\n` });
  const index = '| [0001](0001-short.md) | Short |\n| [0002](0002-long.md) | Long |\n';
  const decisions = [
    decision('0001-short.md', 300),
    decision('0002-long.md', 301),
    decision('0003-new.md', 1),
  ];
  expect(findDecisionFaults(index, decisions)).toEqual([
    'docs/adr/0002-long.md: 301 words, and at most 300',
    'docs/adr/README.md does not list 0003-new.md',
  ]);
});
