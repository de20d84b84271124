import { isLine, pastedText } from './text.ts';

const LONGEST_NAME = 200;

/**
 * The name of a patient or a partner. The length is checked first and alone, so that the other rules
 * never run over an overlong text.
 */
export const writtenName = pastedText
  .max(LONGEST_NAME, {
    error: `El nombre tiene como máximo ${LONGEST_NAME} caracteres.`,
    abort: true,
  })
  .refine(isLine, {
    error: 'El nombre contiene caracteres no permitidos.',
    abort: true,
  })
  .regex(/[\p{L}\p{N}]/u, 'Escribe el nombre.');
