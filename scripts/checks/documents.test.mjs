import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeadLinks, findRowFaults, readRows } from './documents.mjs';

let root;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'simiente-documents-'));
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'list.ts'), 'export const list = 1;\n');
  writeFileSync(
    join(root, 'list.test.ts'),
    "describe('the list', () => { it('says 1 | 2', run); });\n",
  );
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

const faults = (...lines) => findRowFaults(readRows(lines.join('\n')), root);

describe('the rows of the specification', () => {
  it('pass when what they name exists', () => {
    expect(
      faults(
        '| id | qué pide | estado | dónde | prueba |',
        '| --- | --- | --- | --- | --- |',
        '| E-1.1 | La lista | cumplido | `list.ts` | `list.test.ts › says 1 \\| 2` |',
        '| E-1.2 | La lista ◆ | hecho real | `list.ts`<br>`docs` | `list.test.ts › the list › says 1 \\| 2` |',
        '| E-1.3 | Otra cosa | después | — | — |',
      ),
    ).toEqual([]);
  });

  it.each([
    [
      'a file that is not there',
      '| E-1.1 | x | cumplido | `gone.ts` | `list.test.ts › the list` |',
      'no existe gone.ts',
    ],
    [
      'a test file that is not there',
      '| E-1.1 | x | cumplido | `list.ts` | `gone.test.ts › the list` |',
      'no existe la prueba gone.test.ts',
    ],
    [
      'a title that is not in the file',
      '| E-1.1 | x | cumplido | `list.ts` | `list.test.ts › another` |',
      'list.test.ts no tiene una prueba «another»',
    ],
    [
      'a title that is only part of one',
      '| E-1.1 | x | cumplido | `list.ts` | `list.test.ts › says` |',
      'list.test.ts no tiene una prueba «says»',
    ],
    [
      'a test without a title',
      '| E-1.1 | x | cumplido | `list.ts` | `list.test.ts` |',
      '«list.test.ts» no tiene la forma archivo › título',
    ],
    [
      'nothing where it is met',
      '| E-1.1 | x | cumplido | — | `list.test.ts › the list` |',
      'está cumplido y no dice dónde',
    ],
    [
      'no test where it is met',
      '| E-1.1 | x ◆ | hecho real | `list.ts` | — |',
      'está cumplido y no dice con qué prueba',
    ],
    [
      'what was made real as if it had been asked for',
      '| E-1.1 | x ◆ | cumplido | `list.ts` | `list.test.ts › the list` |',
      '«hecho real» y ◆ van juntos',
    ],
    ['a state that does not exist', '| E-1.1 | x | casi | — | — |', 'estado desconocido «casi»'],
    ['a cell too few', '| E-1.1 | x | después | — |', 'tiene 4 celdas y deben ser 5'],
  ])('fail when they name %s', (_, row, fault) => {
    expect(faults(row)).toEqual([`docs/especificacion.md:1 E-1.1: ${fault}`]);
  });

  it('fail when a number is used twice', () => {
    const row = '| E-1.1 | x | después | — | — |';
    expect(faults(row, row)).toEqual(['docs/especificacion.md:2 E-1.1: el número está repetido']);
  });
});

describe('links', () => {
  it('are followed from the document in which they stand', () => {
    const text =
      '[a](../list.ts#L1) [b](list.ts#x) ![c](gone.png) [d](https://example.com/#x) [e](mailto:x@y.mx)';
    expect(findDeadLinks('docs/a.md', text, root)).toEqual([
      'docs/a.md: el enlace a list.ts#x no lleva a nada',
      'docs/a.md: el enlace a gone.png no lleva a nada',
    ]);
  });

  it('are followed to their heading', () => {
    writeFileSync(join(root, 'docs/b.md'), '# Qué hacer: `serve`, y después\n');
    const text = '## Configuración\n[a](#configuración) [b](b.md#qué-hacer-serve-y-después)';
    expect(findDeadLinks('docs/a.md', text, root)).toEqual([]);
    expect(findDeadLinks('docs/a.md', '[a](#arriba) [b](b.md#otra)', root)).toEqual([
      'docs/a.md: el enlace a #arriba no lleva a nada',
      'docs/a.md: el enlace a b.md#otra no lleva a nada',
    ]);
  });
});
