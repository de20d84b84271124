import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../prepare.mjs';

/** Traces of a developer's machine, which are useless on another or reveal too much. */
const TRACES = {
  'home folder': /(?<![\w.@-])\/(?:(?:home|Users)\/[\w.-]+|root)\/[\w.-]/,
  'home folder of Windows': /\b[A-Za-z]:\\Users\\/,
  'internal host': /https?:\/\/[\w.-]+\.(?:corp|internal|intranet|lan|local)\b/i,
  'package registry': /https?:\/\/[\w.-]*(?:artifactory|nexus|registry|verdaccio)[\w.-]*/i,
};

/**
 * Scans every file that git tracks or would track.
 * @returns {string[]} one line per trace
 */
export function findTracesInFiles() {
  return findInFiles(['.'], (text) => findTraces(text, ROOT));
}

/**
 * Checks scripts that operators and developers start, because tests do not start all of them. Biome parses those in
 * JavaScript.
 * @returns {string[]} one line per shell script that does not parse, and per reference to a missing script
 */
export function findScriptFaults() {
  const texts = ['*.md', '.ci', 'deploy', 'package.json', 'compose.yaml', 'Dockerfile'];
  return [
    ...findInFiles(['.ci', 'deploy'], findSyntaxFaults),
    ...findInFiles(texts, (text) => findMissingScripts(text, ROOT)),
  ];
}

/** @returns {string[]} the error of the shell */
export function findSyntaxFaults(input) {
  const [, shell] = /^#!\S*[/ ](bash|sh)\n/.exec(input) ?? [];
  if (shell === undefined) return [];
  const { status, stderr } = spawnSync(shell, ['-n'], { input, encoding: 'utf8' });
  return status ? [stderr.trim()] : [];
}

/** @returns {string[]} 'line: script' for each missing script */
export function findMissingScripts(text, root) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return text.split('\n').flatMap((line, index) => {
    const commands = [...line.matchAll(/\bnpm run ([a-z:-]+)/g)].filter(
      ([, name]) => !scripts[name],
    );
    const paths = [...line.matchAll(/(?<![\w/.-])(?:\.ci|deploy|scripts)\/[\w./-]*\w/g)].filter(
      ([path]) => !existsSync(join(root, path)),
    );
    return [...commands, ...paths].map(([name]) => `${index + 1}: ${name} does not exist`);
  });
}

/**
 * @param {string[]} patterns of git
 * @param {(text: string, file: string) => string[]} find
 * @returns {string[]} the results, each prefixed with its file
 */
export function findInFiles(patterns, find) {
  return readFiles(patterns).flatMap(({ file, text }) =>
    find(text, file).map((line) => `${file}:${line}`),
  );
}

/** The files that git tracks or would track. */
export function readFiles(patterns) {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns];
  return execFileSync('git', args, { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 })
    .toString()
    .split('\0')
    .filter(Boolean)
    .map((file) => ({ file, text: readText(join(ROOT, file)) }));
}

/**
 * @param {string} text
 * @param {string} clone the folder of this clone. A path of one segment is not searched, because other texts have it.
 * @returns {string[]} 'line: trace'
 */
export function findTraces(text, clone) {
  const isSearched = clone.split('/').length > 2;
  return text.split('\n').flatMap((line, index) => {
    const names = Object.keys(TRACES).filter((name) => TRACES[name].test(line));
    if (isSearched && line.includes(`${clone}/`)) names.push('folder of this clone');
    return names.map((name) => `${index + 1}: ${name}`);
  });
}

/** @returns {string} empty for a binary file, a submodule, or a deleted file that is still tracked */
function readText(path) {
  try {
    const bytes = readFileSync(path);
    return bytes.subarray(0, 8192).includes(0) ? '' : bytes.toString('utf8');
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'EISDIR') return '';
    throw error;
  }
}
