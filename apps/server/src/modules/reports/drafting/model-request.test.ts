import { expect, test } from 'vitest';
import { toModelRequest } from './word-draft.ts';

const PERSON = {
  name: 'Alejandro Villaseñor Rojas',
  email: 'alejandro.v@correo.example',
  phone: '+52 999 123 4567',
  curp: 'VIRA850101HDFLJL09',
  identityDocument: 'G12345678',
  street: 'Calle Durango 12',
  emergencyName: 'Lucía Rojas Paz',
  emergencyPhone: '+52 55 5555 0101',
};

test('E-10.621, E-10.2162: a sentence that names the patient and a text of the laboratory are not sent to the model', () => {
  const facts = (rule = 'Regla') => ({ values: [], rule });
  const sentences = [
    { text: 'El volumen fue de 2.1 mL. ', author: 'ia', facts: facts() },
    { text: 'Paciente: ALEJANDRO V. ', author: 'ia', facts: facts() },
    { text: 'Escribe a Alejandro.V@correo.example. ', author: 'ia', facts: facts() },
    { text: 'Llama al 999-123-4567. ', author: 'ia', facts: facts() },
    { text: 'Muestra de VIRA850101HDFLJL09. ', author: 'ia', facts: facts() },
    { text: 'Pasaporte G12345678. ', author: 'ia', facts: facts() },
    { text: 'Avisar a Lucía. ', author: 'ia', facts: facts() },
    { text: 'Avisar al 55 5555 0101. ', author: 'ia', facts: facts() },
    { text: 'Entregar en Calle Durango 12. ', author: 'ia', facts: facts() },
    { text: 'Hallazgos: lo de siempre.', author: 'ia', facts: facts('Texto del laboratorio') },
  ] as const;
  expect(toModelRequest(sentences, PERSON).frases.map(({ frase }) => frase)).toEqual([
    'El volumen fue de 2.1 mL.',
  ]);
});

test('E-10.621: a short name is not sent either, and other words of a sentence do not count as one', () => {
  const sentences = ['Muestra de Li Wu.', 'La muestra se licuó.'].map((text) => ({
    text,
    author: 'ia' as const,
    facts: { values: [], rule: 'Regla' },
  }));
  const person = { ...PERSON, name: 'Li Wu', emergencyName: null };
  expect(toModelRequest(sentences, person).frases.map(({ frase }) => frase)).toEqual([
    'La muestra se licuó.',
  ]);
});

test('E-10.621: the particles of a name do not keep a sentence from the model', () => {
  const text = 'Del volumen y de los demás valores.';
  const sentences = [{ text, author: 'ia' as const, facts: { values: [], rule: 'Regla' } }];
  const person = { ...PERSON, name: 'José del Río de los Santos' };
  expect(toModelRequest(sentences, person).frases).toHaveLength(1);
});
