/** Cities whose names differ from their zone's identifier. Not every browser knows them. */
const CITIES: Readonly<Record<string, string>> = {
  'America/Bahia_Banderas': 'Bahía de Banderas',
  'America/Cancun': 'Cancún',
  'America/Ciudad_Juarez': 'Ciudad Juárez',
  'America/Mazatlan': 'Mazatlán',
  'America/Merida': 'Mérida',
  'America/Mexico_City': 'Ciudad de México',
};

/** A zone by its city: 'Ciudad de México', 'Tijuana'. */
export function zoneName(timeZone: string): string {
  return CITIES[timeZone] ?? timeZone.replace(/^.*\//, '').replaceAll('_', ' ');
}
