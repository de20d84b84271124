import { describe, expect, test } from 'vitest';
import { typedDay, typedTime } from './DateField.tsx';

describe('typed day', () => {
  test.each(['24/11/2026', '24-11-2026', ' 24.11.2026 ', '24112026', '2026-11-24'])(
    '%j is 24 November 2026',
    (text) => expect(typedDay.read(text)).toBe('2026-11-24'),
  );

  test('is read as day before month, with or without leading zeros', () => {
    expect(typedDay.read('3/4/2026')).toBe('2026-04-03');
    expect(typedDay.show('2026-04-03')).toBe('03/04/2026');
  });

  test.each([
    ['', undefined],
    ['2', 'Escribe la fecha completa, como 24/11/2026.'],
    ['24/11', 'Escribe la fecha completa, como 24/11/2026.'],
    ['24/11/26', 'Escribe la fecha completa, como 24/11/2026.'],
    ['24/11/202', 'Escribe la fecha completa, como 24/11/2026.'],
    ['mañana', 'Escribe la fecha completa, como 24/11/2026.'],
    ['31/02/2026', 'Esa fecha no existe.'],
    ['11/24/2026', 'Esa fecha no existe.'],
    ['00/00/2026', 'Esa fecha no existe.'],
    ['24/11/1726', 'Escribe un año entre 1900 y 2200.'],
    ['24/11/2926', 'Escribe un año entre 1900 y 2200.'],
  ])('%j stays unchanged with an error: %j', (text, problem) => {
    expect(typedDay.read(text)).toBe(text);
    expect(typedDay.show(text)).toBe(text);
    expect(typedDay.findProblem(text)).toBe(problem);
  });
});

describe('E-10.3800: typed time', () => {
  test.each([
    ['9:30', '09:30'],
    ['09:30', '09:30'],
    ['1430', '14:30'],
    ['14.30', '14:30'],
    ['0:00', '00:00'],
    ['23:59', '23:59'],
    ['10', '10:00'],
    ['10:', '10:00'],
    ['930', '09:30'],
  ])('%j is %j', (text, time) => {
    expect(typedTime.read(text)).toBe(time);
    expect(typedTime.findProblem(time)).toBeUndefined();
  });

  test.each(['9', '143', '24', '970', '24:00', '14:60', '2:30 pm', '14:3', '9:5'])(
    '%j is not a time and stays unchanged',
    (text) => {
      expect(typedTime.read(text)).toBe(text);
      expect(typedTime.findProblem(text)).toBe('Escribe la hora así: 14:30.');
    },
  );
});
