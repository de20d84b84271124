import { expect, test } from 'vitest';
import { nextPath } from './next-path.ts';

test('the login leads to the requested page with its search', () => {
  expect(nextPath('/pacientes?estatus=2')).toBe('/pacientes?estatus=2');
  expect(nextPath('/pacientes/usr_1/actuality')).toBe('/pacientes/usr_1/actuality');
});

test('E-2.30: without a requested page, or with the login itself, the login redirects to the start page', () => {
  expect(nextPath(undefined)).toBe('/home');
  expect(nextPath('')).toBe('/home');
  expect(nextPath('/')).toBe('/home');
  expect(nextPath('/login?next=/login')).toBe('/home');
});

test('T-E5: an address of another site leads to the start page', () => {
  for (const next of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/pacientes',
    'javascript:alert(1)',
    ' /pacientes',
    '/\t/evil.example',
    '/pacientes\\..\\..',
    'pacientes',
    '/.//evil.example',
    '/a/..//evil.example',
    '/%2e//evil.example',
  ]) {
    expect(nextPath(next)).toBe('/home');
  }
});
