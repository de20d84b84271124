import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

// Vitest does not provide the text of style sheets.
const listed = readFileSync(path.join(import.meta.dirname, 'mantine-styles.css'), 'utf8');

const sources = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

const styleSheets = Object.keys(
  import.meta.glob('../../../../node_modules/@mantine/core/styles/*.css'),
).map((path) => path.replace(/^.*\/(.+)\.css$/, '$1'));

function importedNames(source: string): string[] {
  return [...source.matchAll(/import\s*\{([^}]*)\}\s*from '@mantine\/core'/g)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => name.replace(/^\s*type\s+|\s+as\s.*$/g, '').trim()),
  );
}

/** Components that use the style sheets of others, according to Mantine's documentation. */
const RELATED_STYLES: Record<string, string[]> = {
  Modal: ['ModalBase', 'CloseButton', 'Overlay', 'Paper'],
  Drawer: ['ModalBase', 'CloseButton', 'Overlay', 'Paper'],
  TextInput: ['Input'],
  Textarea: ['Input'],
  Select: ['Input', 'Combobox', 'Popover', 'ScrollArea', 'CloseButton'],
  MultiSelect: ['Input', 'Combobox', 'Popover', 'ScrollArea', 'Pill', 'PillsInput', 'CloseButton'],
  PasswordInput: ['Input', 'ActionIcon'],
  Checkbox: ['InlineInput'],
  Radio: ['InlineInput'],
  Switch: ['InlineInput'],
  Autocomplete: ['Input', 'Combobox', 'Popover', 'ScrollArea'],
  Menu: ['Popover'],
};

test('the style sheet of every Mantine component in use is listed', () => {
  const used = new Set(Object.values(sources).flatMap(importedNames));
  const needed = [...used].flatMap((name) => [name, ...(RELATED_STYLES[name] ?? [])]);
  const missing = needed.filter(
    (name) => styleSheets.includes(name) && !listed.includes(`/styles/${name}.css`),
  );
  expect(styleSheets.length).toBeGreaterThan(50);
  expect(used.has('Button')).toBe(true);
  expect([...new Set(missing)]).toEqual([]);
});
