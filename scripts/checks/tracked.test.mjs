import { expect, it } from 'vitest';
import { ROOT } from '../prepare.mjs';
import { findMissingScripts, findSyntaxFaults, findTraces } from './tracked.mjs';

const HERE = '/srv/simiente';
// Assembled here, so that this file does not contain the traces.
const path = (...parts) => `/${parts.join('/')}`;
const host = (...parts) => `https://${parts.join('.')}/x`;

it.each([
  ['a home folder', path('home', 'ana', 'simiente'), 'home folder'],
  ['a home folder of macOS', path('Users', 'ana', 'simiente'), 'home folder'],
  ['the home folder of root', path('root', '.npmrc'), 'home folder'],
  ['an internal host', host('git', 'clinica', 'internal'), 'internal host'],
  ['a package registry', host('registry', 'npmjs', 'org'), 'package registry'],
  ['the folder of this clone', `${HERE}/package.json`, 'folder of this clone'],
])('the check of tracked files finds %s', (_, trace, name) => {
  expect(findTraces(`first line\nsee ${trace}`, HERE)).toEqual([`2: ${name}`]);
});

it('the check of tracked files accepts routes, relative paths and public addresses', () => {
  const text =
    "to: '/home'; import '../home/ana/x.ts'; https://example.com/home; /tmp/x; error.internal";
  expect(findTraces(text, HERE)).toEqual([]);
});

it('the check of tracked files does not take a top-level folder for a trace', () => {
  expect(findTraces('/app/page', '/app')).toEqual([]);
});

it('E-10.2550: the check of scripts finds a syntax error of a shell script', () => {
  expect(findSyntaxFaults('#!/bin/sh\nif true; then\n')).toHaveLength(1);
  expect(findSyntaxFaults('#!/bin/sh\n')).toEqual([]);
});

it('E-10.2550: the check of scripts finds a command and a file that a document names and that are missing', () => {
  const text = 'npm run check\nnpm run chekc, deploy/ha/try and `deploy/ha/tri`\nnpm run test:ha';
  expect(findMissingScripts(text, ROOT)).toEqual([
    '2: npm run chekc does not exist',
    '2: deploy/ha/tri does not exist',
  ]);
});
