export interface Neighborhood {
  name: string;
  zip: string;
  lat: number;
  lng: number;
}

export interface City {
  name: string;
  state: string;
  /** Telephone prefix: two digits in the three big cities, three elsewhere. */
  lada: string;
  /** The relative number of patients there. */
  weight: number;
  lat: number;
  lng: number;
  neighborhoods: readonly Neighborhood[];
  streets: readonly string[];
}

type Row = readonly [name: string, zip: string, lat: number, lng: number];

function city(
  [name, state, lada, weight]: readonly [string, string, string, number],
  [lat, lng]: readonly [number, number],
  rows: readonly Row[],
  streets: readonly string[],
): City {
  const neighborhoods = rows.map(([neighborhood, zip, atLat, atLng]) => ({
    name: neighborhood,
    zip,
    lat: atLat,
    lng: atLng,
  }));
  return { name, state, lada, weight, lat, lng, neighborhoods, streets };
}

/** Real locations, so that a map looks plausible. */
export const cities: readonly City[] = [
  city(
    ['Ciudad de México', 'Ciudad de México', '55', 30],
    [19.4326, -99.1332],
    [
      ['Roma Norte', '06700', 19.4195, -99.1626],
      ['Del Valle Centro', '03100', 19.3857, -99.1671],
      ['Polanco V Sección', '11560', 19.4337, -99.1945],
      ['Narvarte Poniente', '03020', 19.3969, -99.1545],
      ['Nápoles', '03810', 19.3938, -99.1764],
      ['Lindavista Norte', '07300', 19.4909, -99.1336],
      ['Del Carmen', '04100', 19.3521, -99.1607],
      ['Juárez', '06600', 19.4269, -99.1609],
    ],
    [
      'Av. Insurgentes Sur',
      'Av. Universidad',
      'Av. Cuauhtémoc',
      'Av. División del Norte',
      'Av. Coyoacán',
    ],
  ),
  city(
    ['Guadalajara', 'Jalisco', '33', 16],
    [20.6736, -103.344],
    [
      ['Americana', '44160', 20.6737, -103.3684],
      ['Providencia 1a Sección', '44630', 20.6999, -103.3823],
      ['Chapalita', '44500', 20.6667, -103.4006],
      ['Ladrón de Guevara', '44600', 20.6834, -103.3732],
      ['Jardines del Bosque', '44520', 20.6612, -103.3839],
    ],
    ['Av. Vallarta', 'Av. Américas', 'Av. López Mateos Sur', 'Av. Hidalgo', 'Calle Libertad'],
  ),
  city(
    ['Monterrey', 'Nuevo León', '81', 15],
    [25.6866, -100.3161],
    [
      ['Obispado', '64060', 25.6762, -100.3461],
      ['Mitras Centro', '64460', 25.6937, -100.3476],
      ['Contry', '64860', 25.6385, -100.2787],
      ['Cumbres 1er Sector', '64610', 25.7105, -100.3716],
      ['Centro', '64000', 25.6714, -100.3093],
    ],
    [
      'Av. Gonzalitos',
      'Av. Venustiano Carranza',
      'Av. Eugenio Garza Sada',
      'Av. Hidalgo',
      'Calle Padre Mier',
    ],
  ),
  city(
    ['Puebla', 'Puebla', '222', 8],
    [19.0414, -98.2063],
    [
      ['La Paz', '72160', 19.0556, -98.2228],
      ['Huexotitla', '72534', 19.0277, -98.2115],
      ['El Carmen', '72530', 19.0353, -98.2],
      ['Centro', '72000', 19.0438, -98.1981],
    ],
    ['Av. Juárez', 'Blvd. 5 de Mayo', 'Av. 31 Poniente', 'Av. Reforma', 'Calle 16 de Septiembre'],
  ),
  city(
    ['Mérida', 'Yucatán', '999', 7],
    [20.9674, -89.5926],
    [
      ['García Ginerés', '97070', 20.9832, -89.6375],
      ['Itzimná', '97100', 20.9961, -89.6143],
      ['México', '97125', 20.9991, -89.6099],
      ['Centro', '97000', 20.967, -89.6237],
    ],
    ['Calle 60', 'Paseo de Montejo', 'Av. Colón', 'Calle 21', 'Av. Itzáes'],
  ),
  city(
    ['Querétaro', 'Querétaro', '442', 7],
    [20.5888, -100.3899],
    [
      ['Centro', '76000', 20.5931, -100.3925],
      ['Álamos 1a Sección', '76160', 20.604, -100.3878],
      ['Carretas', '76050', 20.5849, -100.3785],
      ['Jardines de Querétaro', '76020', 20.582, -100.4025],
    ],
    [
      'Av. Constituyentes',
      'Av. 5 de Febrero',
      'Blvd. Bernardo Quintana',
      'Av. Zaragoza',
      'Av. Tecnológico',
    ],
  ),
  city(
    ['León', 'Guanajuato', '477', 6],
    [21.1222, -101.6842],
    [
      ['Jardines del Moral', '37160', 21.1443, -101.6913],
      ['Centro', '37000', 21.1221, -101.6835],
      ['León Moderno', '37480', 21.1187, -101.6602],
    ],
    ['Blvd. Adolfo López Mateos', 'Blvd. Campestre', 'Blvd. Mariano Escobedo', 'Calle Madero'],
  ),
  city(
    ['Tijuana', 'Baja California', '664', 6],
    [32.5149, -117.0382],
    [
      ['Zona Urbana Río Tijuana', '22010', 32.5262, -117.0205],
      ['Cacho', '22040', 32.5187, -117.0337],
      ['Zona Centro', '22000', 32.5333, -117.0386],
    ],
    ['Blvd. Agua Caliente', 'Paseo de los Héroes', 'Blvd. Sánchez Taboada', 'Calle Ermita'],
  ),
  city(
    ['Toluca', 'Estado de México', '722', 5],
    [19.2826, -99.6557],
    [
      ['Centro', '50000', 19.2921, -99.6561],
      ['Universidad', '50130', 19.2807, -99.6583],
      ['Ciprés', '50120', 19.2775, -99.6513],
    ],
    ['Paseo Tollocan', 'Av. Hidalgo Poniente', 'Paseo Colón', 'Av. Morelos'],
  ),
  city(
    ['Cancún', 'Quintana Roo', '998', 5],
    [21.1619, -86.8515],
    [
      ['Supermanzana 20', '77500', 21.1567, -86.8296],
      ['Supermanzana 4', '77500', 21.1639, -86.8262],
      ['Supermanzana 51', '77533', 21.1488, -86.8575],
    ],
    ['Av. Bonampak', 'Av. Tulum', 'Av. Nichupté', 'Av. Kabah'],
  ),
  city(
    ['San Luis Potosí', 'San Luis Potosí', '444', 4],
    [22.1565, -100.9855],
    [
      ['Centro', '78000', 22.1516, -100.9765],
      ['Lomas 2a Sección', '78210', 22.1446, -101.0095],
      ['Jardín', '78270', 22.1453, -100.9902],
    ],
    [
      'Av. Venustiano Carranza',
      'Av. Himno Nacional',
      'Av. Mariano Jiménez',
      'Calle Álvaro Obregón',
    ],
  ),
  city(
    ['Aguascalientes', 'Aguascalientes', '449', 3],
    [21.8853, -102.2916],
    [
      ['Centro', '20000', 21.8818, -102.2961],
      ['Jardines de la Asunción', '20270', 21.8642, -102.2897],
      ['Bosques del Prado', '20127', 21.9183, -102.3075],
    ],
    ['Av. Universidad', 'Av. de la Convención de 1914', 'Av. Aguascalientes', 'Calle Madero'],
  ),
  city(
    ['Chihuahua', 'Chihuahua', '614', 3],
    [28.6353, -106.0889],
    [
      ['Centro', '31000', 28.6367, -106.0769],
      ['San Felipe I', '31203', 28.6411, -106.0957],
      ['Cuauhtémoc', '31020', 28.6241, -106.0794],
    ],
    ['Av. Universidad', 'Av. Ocampo', 'Av. Zarco', 'Periférico de la Juventud'],
  ),
  city(
    ['Hermosillo', 'Sonora', '662', 3],
    [29.0729, -110.9559],
    [
      ['Centenario', '83260', 29.079, -110.9657],
      ['Centro', '83000', 29.0785, -110.954],
      ['Valle Verde', '83200', 29.0936, -110.9768],
    ],
    ['Blvd. Eusebio Kino', 'Blvd. Luis Encinas', 'Calle Rosales', 'Blvd. Morelos'],
  ),
  city(
    ['Veracruz', 'Veracruz', '229', 3],
    [19.1738, -96.1342],
    [
      ['Centro', '91700', 19.2, -96.1376],
      ['Reforma', '91919', 19.1673, -96.1229],
      ['Zaragoza', '91910', 19.1842, -96.1297],
    ],
    ['Av. 20 de Noviembre', 'Blvd. Adolfo Ruiz Cortines', 'Av. Díaz Mirón', 'Av. Independencia'],
  ),
  city(
    ['Oaxaca de Juárez', 'Oaxaca', '951', 2],
    [17.0732, -96.7266],
    [
      ['Reforma', '68050', 17.0786, -96.7117],
      ['Centro', '68000', 17.0609, -96.7254],
    ],
    [
      'Av. Universidad',
      'Calzada Porfirio Díaz',
      'Av. Benito Juárez',
      'Calle Heroica Escuela Naval',
    ],
  ),
];
