type Row = [
  name: string,
  state: string,
  lada: string,
  weight: number,
  lat: number,
  lng: number,
  zip: string,
];

const rows: readonly Row[] = [
  ['Ciudad de México', 'Ciudad de México', '55', 30, 19.4326, -99.1332, '06'],
  ['Guadalajara', 'Jalisco', '33', 16, 20.6736, -103.344, '44'],
  ['Monterrey', 'Nuevo León', '81', 15, 25.6866, -100.3161, '64'],
  ['Puebla', 'Puebla', '222', 8, 19.0414, -98.2063, '72'],
  ['Mérida', 'Yucatán', '999', 7, 20.9674, -89.5926, '97'],
  ['Querétaro', 'Querétaro', '442', 7, 20.5888, -100.3899, '76'],
  ['León', 'Guanajuato', '477', 6, 21.1222, -101.6842, '37'],
  ['Tijuana', 'Baja California', '664', 6, 32.5149, -117.0382, '22'],
  ['Toluca', 'Estado de México', '722', 5, 19.2826, -99.6557, '50'],
  ['Cancún', 'Quintana Roo', '998', 5, 21.1619, -86.8515, '77'],
  ['San Luis Potosí', 'San Luis Potosí', '444', 4, 22.1565, -100.9855, '78'],
  ['Aguascalientes', 'Aguascalientes', '449', 3, 21.8853, -102.2916, '20'],
  ['Chihuahua', 'Chihuahua', '614', 3, 28.6353, -106.0889, '31'],
  ['Hermosillo', 'Sonora', '662', 3, 29.0729, -110.9559, '83'],
  ['Veracruz', 'Veracruz', '229', 3, 19.1738, -96.1342, '91'],
  ['Oaxaca de Juárez', 'Oaxaca', '951', 2, 17.0732, -96.7266, '68'],
];

/**
 * Real cities, which the library does not have with their states and places: telephone prefix (two digits in the
 * three big ones, three elsewhere), relative number of patients, centre, and the first two digits of postcodes.
 */
export const cities = rows.map(([name, state, lada, weight, lat, lng, zip]) => ({
  name,
  state,
  lada,
  weight,
  lat,
  lng,
  zip,
}));
export type City = (typeof cities)[number];

/** Names that neighbourhoods have in most cities. */
export const neighborhoods = [
  'Centro',
  'Reforma',
  'Del Valle',
  'Las Américas',
  'San Ángel',
  'La Paz',
  'Jardines',
  'Lomas Altas',
  'Santa Fe',
  'El Carmen',
  'Los Pinos',
  'Independencia',
] as const;
