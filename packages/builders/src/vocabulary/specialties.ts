/** Specialties of doctors in a male-fertility service, the main one first. */
export const specialtySets = [
  ['Urología', 'Andrología'],
  ['Andrología'],
  ['Biología de la reproducción'],
  ['Endocrinología'],
  ['Urología'],
  ['Biología de la reproducción', 'Ginecología y obstetricia'],
  ['Genética médica'],
  ['Urología', 'Cirugía microscópica urológica'],
  ['Endocrinología', 'Medicina interna'],
  ['Psicología de la salud'],
  ['Andrología', 'Sexología clínica'],
  ['Medicina interna', 'Nutriología clínica'],
  ['Imagenología diagnóstica'],
] as const;
