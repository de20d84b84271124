import { expect, test } from 'vitest';
import { meetingLink } from './appointment-parts.tsx';

test('http and https addresses of meetings are links', () => {
  expect(meetingLink('https://meet.example.org/a?b=c')).toEqual({
    href: 'https://meet.example.org/a?b=c',
  });
  expect(meetingLink(' HTTP://meet.example.org/a ')).toEqual({ href: 'http://meet.example.org/a' });
});

test.each([null, '', '  '])('an empty meeting address (%j) is not a link', (url) => {
  expect(meetingLink(url)).toEqual({ reason: 'Esta cita no tiene enlace de reunión.' });
});

test.each([
  'javascript:alert(1)',
  ' JavaScript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'file:///etc/passwd',
  'blob:https://example.org/1',
  '//meet.example.org',
  '/meet',
  'meet.example.org',
  'https://',
])('«%s» is not a link, because it is not an http(s) address', (url) => {
  expect(meetingLink(url)).toEqual({ reason: 'El enlace de la reunión no es una dirección web.' });
});
