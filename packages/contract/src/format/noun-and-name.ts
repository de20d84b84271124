/** 'la sucursal' before a name; 'la' before one that says it itself, as 'Sucursal Centro' does. */
export function nounBefore(noun: string, name: string): string {
  const words = noun.split(' ');
  const last = words.at(-1) ?? '';
  const repeats = words.length > 1 && name.toLowerCase().startsWith(`${last} `);
  return repeats ? words.slice(0, -1).join(' ') : noun;
}
