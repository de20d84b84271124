/** Invented names that no known organisation has, by kind. */
export const organisationKinds = {
  Laboratorio: ['Laboratorio', 'Laboratorios', 'Diagnóstico', 'Análisis Clínicos'],
  Clínica: ['Clínica', 'Centro Andrológico', 'Unidad Andrológica'],
  Hospital: ['Hospital'],
  Otro: ['Farmacias', 'Banco de Gametos'],
} as const;

export type OrganisationType = keyof typeof organisationKinds;

/** The types of a list of partners, repeated in order. */
export const organisationMix: readonly OrganisationType[] = [
  'Laboratorio',
  'Clínica',
  'Laboratorio',
  'Hospital',
  'Laboratorio',
  'Clínica',
  'Otro',
];

export const organisationNames = [
  'Arrayán Azul',
  'Tres Ceibas',
  'Luz de Copal',
  'Cerro del Alba',
  'Malinalli',
  'Piedra de Río',
  'Loma Jacaranda',
  'Nube Alta',
  'Obsidiana Clara',
  'Puente de Sauces',
  'Raíz y Fruto',
  'Sol de Barro',
  'Mar de Encinos',
  'Flor de Xoconostle',
  'Camino de Ahuehuetes',
  'Tlaloque',
  'Viento de Agave',
  'Campo de Amaranto',
  'Patio de Naranjos',
  'Sendero Ocote',
  'Agua de Mezquite',
  'Nopalera Norte',
] as const;
