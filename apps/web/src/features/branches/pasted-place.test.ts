import { expect, test } from 'vitest';
import { describeLinkProblem, NO_COORDINATES, parsePlace, SHORT_LINK } from './pasted-place.ts';

const PLACE = { lat: '19.4184', lng: '-99.1623' };

test.each([
  '19.4184, -99.1623',
  ' 19.4184 -99.1623 ',
  '(19.4184, -99.1623)',
  '19.4184° N, 99.1623° W',
  '19°25\'06.24"N 99°09\'44.28"W',
  '19° 25′ 6.24″ N, 99° 9′ 44.28″ O',
  'geo:19.4184,-99.1623?z=15',
  'https://www.google.com/maps/@19.4184,-99.1623,15z',
  'www.google.com/maps/@19.4184,-99.1623,15z',
  // The pin, and not the middle of the map.
  'https://www.google.com.mx/maps/place/Cl%C3%ADnica/@19.4,-99.1,17z/data=!3m1!4b1!4m6!8m2!3d19.4184!4d-99.1623',
  'https://www.google.com/maps/search/?api=1&query=19.4184%2C-99.1623',
  'https://www.google.com/maps/search/19.4184,+-99.1623?entry=ttu',
  'https://maps.google.com/?q=19.4184,-99.1623',
  'https://maps.google.com/maps?q=loc:19.4184,-99.1623',
  'https://maps.apple.com/?ll=19.4184,-99.1623&q=Cl%C3%ADnica',
  'https://maps.apple.com/place?coordinate=19.4184,-99.1623&name=Marcador',
  'https://www.openstreetmap.org/#map=17/19.4184/-99.1623',
  'https://www.openstreetmap.org/?mlat=19.4184&mlon=-99.1623#map=12/19.0/-99.0',
  'https://www.waze.com/ul?ll=19.4184%2C-99.1623&navigate=yes',
  'https://www.waze.com/es-419/live-map/directions?to=ll.19.4184%2C-99.1623',
  'https://www.bing.com/maps?cp=19.4184~-99.1623&lvl=16',
  'https://bing.com/maps/default.aspx?sp=point.19.4184_-99.1623_Clinica',
])('S-242: the pasted text «%s» is read as a place', (text) => {
  expect(parsePlace(text)).toEqual(PLACE);
  expect(describeLinkProblem(text)).toBeUndefined();
});

test.each([
  'https://maps.app.goo.gl/AbCdEf123',
  'maps.app.goo.gl/AbCdEf123',
  'https://goo.gl/maps/AbCdEf123',
  'https://maps.apple/p/AbC123',
  'https://osm.org/go/Sj9f~',
  'https://www.openstreetmap.org/go/Sj9f~',
  'https://waze.com/ul/h9g3qrk1ab',
  'https://binged.it/3AbCdEf',
])('S-242: the short link «%s» is rejected with a message', (text) => {
  expect(parsePlace(text)).toBeNull();
  expect(describeLinkProblem(text)).toBe(SHORT_LINK);
});

test.each([
  'https://www.google.com/maps/place/Cl%C3%ADnica+Norte/',
  'https://clinica.example/contacto',
  'https://maps.google.com/?q=Calle+5,+Colonia+9',
  'https://www.google.com/maps/@119.4,-299.1,15z',
  'https://x.example/%E0%A4%A',
])('the link «%s» has no coordinates, and an error', (text) => {
  expect(parsePlace(text)).toBeNull();
  expect(describeLinkProblem(text)).toBe(NO_COORDINATES);
});

test.each([
  '19.4184',
  '19,4184',
  '',
  '19, 99',
  'Calle 5',
  '91.5, 200.1',
  '1.5.2',
  '19°75\'00"N 99°09\'44"W',
  '99°09\'44"W 19°25\'06"N',
])('the pasted text «%s» is neither a place nor a link', (text) => {
  expect(parsePlace(text)).toBeNull();
  expect(describeLinkProblem(text)).toBeUndefined();
});
