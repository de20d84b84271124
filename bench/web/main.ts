/**
 * Measures only the web part of a running product: `node bench/web/main.ts <address> <e-mail> <password>
 * [visit|search|scroll|navigation|lighthouse …]`
 */
import { measureFirstVisit } from './first-visit.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureScroll, measureSearch } from './list.ts';
import { measureNavigation } from './navigation.ts';

const parts = {
  visit: measureFirstVisit,
  search: measureSearch,
  scroll: measureScroll,
  navigation: measureNavigation,
  lighthouse: measureLighthouse,
};

const [url = '', email = '', password = '', ...chosen] = process.argv.slice(2);
for (const [name, measure] of Object.entries(parts)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  for (const row of await measure({ url, email, password })) {
    console.log(
      `${row.reached === null ? '·' : row.reached ? '✔' : '✘'} ${row.name}: ${row.measured} (${row.target}) ${row.note}`,
    );
  }
}
