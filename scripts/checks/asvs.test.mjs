import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../prepare.mjs';

/** Requirements of levels 1 and 2 per section of ASVS 5.0.0; those of a section are numbered from 1. */
const SECTIONS =
  '1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2';
const IDS = SECTIONS.split(' ').flatMap((section) => {
  const [name, count] = section.split(':');
  return Array.from({ length: Number(count) }, (_, index) => `${name}.${index + 1}`);
});

const rows = readFileSync(join(ROOT, 'docs/security-asvs.md'), 'utf8')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it('the table of ASVS has each requirement of levels 1 and 2 once, in order', () => {
  expect(rows.map(([, id]) => id)).toEqual(IDS);
});

it('each row of ASVS has a short subject, a state and evidence, and the remaining work if it is not met', () => {
  const faulty = rows.filter(([, , subject, state, evidence, ...end]) => {
    const isShort = subject !== '' && subject.split(' ').length <= 8;
    const isState = ['met', 'not applicable', 'not met'].includes(state);
    const isEvident = evidence !== '' && (state === 'not met') === evidence.includes('Remains: ');
    return !(isShort && isState && isEvident && end.length === 1);
  });
  expect(faulty).toEqual([]);
});

it('the table of ASVS names only files that exist', () => {
  const evidence = rows.map((cells) => cells[4]).join(' ');
  const files = [...evidence.matchAll(/`((?:apps|e2e)\/[^`]+)`/g)].map(([, file]) => file);
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});
