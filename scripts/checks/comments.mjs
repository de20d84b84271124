import { createRequire } from 'node:module';
import { findInFiles } from './tracked.mjs';

const require = createRequire(import.meta.url);

/** Beginnings of clauses without a subject, and a vague phrase for invalid, missing or empty. */
const OBSCURE = /^(?:Of|Whose|By which|That which)\b|\b(?:is|are) none\b/;

/** @returns {string[]} a line for each obscure comment of the code */
export function findCommentFaults() {
  return findInFiles(['*.ts', '*.tsx', '*.mjs', '*.mts'], findObscureComments);
}

/**
 * Adjacent line comments are one comment.
 * @returns {string[]} 'line: text'
 */
export function findObscureComments(source, file) {
  // The parser is not imported, because `npm test` loads this file before it installs the packages.
  const { parseSync } = require('oxc-parser');
  const texts = [];
  let end = -1;
  for (const comment of parseSync(file, source).comments) {
    const text = comment.value.replaceAll(/\s*\n\s*\*?\s*/g, ' ').replace(/^[*\s]+/, '');
    if (comment.type === 'Line' && end >= 0 && /^\n\s*$/.test(source.slice(end, comment.start)))
      texts.at(-1).text += ` ${text}`;
    else texts.push({ start: comment.start, text });
    end = comment.type === 'Line' ? comment.end : -1;
  }
  return texts
    .filter(({ text }) => OBSCURE.test(text))
    .map(({ start, text }) => `${source.slice(0, start).split('\n').length}: ${text}`);
}
