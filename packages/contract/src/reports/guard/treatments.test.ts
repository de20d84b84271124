import { expect, test } from 'vitest';
import { checkFigures } from './check-figures.ts';

const treatments = (text: string) =>
  checkFigures(text, [], 'America/Mexico_City')
    .filter(({ verdict }) => verdict === 'treatment')
    .map(({ figure }) => figure);

test.each([
  'Toma 50 mg de clomifeno al día.',
  'Se sugiere clomifeno.',
  'Letrozol 2.5 mg cada 24 horas por 3 meses.',
  'hCG 2,500 UI subcutánea dos veces por semana.',
  'Iniciar antibiótico por 14 días.',
  'Ciprofloxacino 500 mg cada 12 h.',
  'Tome una tableta diaria durante tres meses.',
  'Un comprimido cada noche.',
  'Vitamina C 1 g al día.',
  'Suplementar con L-carnitina.',
  'Tomar diez gotas en ayunas.',
  'Continúa el tratamiento durante 3 meses.',
  'TOMA CINCUENTA MILIGRAMOS AL DÍA.',
  '- **Tadalafilo** 5 mg',
  'Suspender la testosterona en gel.',
])('H-C6: «%s» is a treatment', (text) => {
  expect(treatments(text)).toHaveLength(1);
});

test.each([
  'La testosterona total es de 415 ng/dL.',
  'El volumen fue de 2.6 mL.',
  'Repite el estudio con 2 a 7 días de abstinencia.',
  'La concentración es de 9 millones/mL.',
  'El zinc es de 2.4 µmol por eyaculado.',
  'Vuelve en 3 meses.',
  'La FSH es de 5.1 mUI/mL.',
])('H-C6: «%s» is not a treatment', (text) => {
  expect(treatments(text)).toEqual([]);
});

test('H-C6: each sentence of a treatment is listed by itself, at its place', () => {
  const text = 'La FSH es de 5.1 mUI/mL. Toma 50 mg de clomifeno al día. Repite en 3 meses.';
  const [found] = checkFigures(text, [], 'UTC').filter(({ verdict }) => verdict === 'treatment');
  expect(text.slice(found?.start, found?.end)).toBe('Toma 50 mg de clomifeno al día.');
});
