import type { Case } from './case.ts';

/** Few and mostly immotile; WHO, 5th edition. */
export const crypto: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-09-09',
      edition: 5,
      values: {
        volume: 3,
        concentration: 0.3,
        total: 0.9,
        PR: 5,
        NP: 5,
        IM: 90,
        motility: 10,
        vitality: 40,
        forms: 0,
        pH: 7.9,
      },
    },
    { study: 'Cultivo_Orina', on: '2026-09-09', values: { growth: true } },
    { study: 'Ecografia_Testicular', on: '2026-09-12', values: { rightTestis: 9, leftTestis: 11 } },
  ],
  true: `
La concentración es de 0.3 millones/mL.
La concentración es de 300,000 por mililitro.
Concentración: 300 mil/mL.
Hay menos de 1 millón de espermatozoides por mililitro.
Oligozoospermia.
Presenta oligoastenoteratozoospermia.
La vitalidad de 40 % está por debajo del percentil 5.
Hay necrozoospermia.
La motilidad progresiva es de 5 %, por debajo del percentil 5 (32 %, OMS 2010).
Las formas normales son 0 %.
La concentración no llega a 15 millones/mL.
El urocultivo tuvo desarrollo.
El cultivo de orina fue positivo.
No hay azoospermia.
Se observaron espermatozoides.
El testículo derecho mide 9 mL y el izquierdo 11 mL.
El testículo izquierdo tiene un volumen mayor de 10 mL.
Noventa por ciento de los espermatozoides son inmóviles.
Nueve de cada diez espermatozoides son inmóviles.
Oligozoospermia, astenozoospermia y teratozoospermia.
La concentración no alcanza el millón por mililitro: 0.3 millones/mL.
Solo el 5 % avanza.
Cultivo de orina con desarrollo.
Los inmóviles son 90 %.
Oligozoospermia con 0.3 millones/mL.
La motilidad total, de 10 %, es menor que 40 % (OMS 2010).
`,
  false: `
La concentración es de 3 millones/mL.
La concentración es de 300 millones por mililitro.
La concentración es de 3,000,000 por mililitro.
Hay más de 1 millón de espermatozoides por mililitro.
No hay oligozoospermia.
La concentración es normal.
Azoospermia.
No se observaron espermatozoides.
La vitalidad de 40 % está por encima del percentil 5.
Vitalidad conservada, sin necrozoospermia.
La motilidad progresiva es de 5 %, por encima del percentil 5.
Las formas normales son 3 %.
La concentración supera 15 millones/mL.
El urocultivo fue negativo.
El cultivo de orina no mostró crecimiento.
El testículo derecho mide 11 mL y el izquierdo 9 mL.
El testículo derecho tiene un volumen mayor de 10 mL.
Noventa por ciento de los espermatozoides son móviles.
Uno de cada dos espermatozoides es móvil.
La motilidad total se sitúa entre 20 y 30 %.
El percentil 5 de concentración es de 20 millones/mL.
Normozoospermia.
Sin oligozoospermia ni teratozoospermia.
El 50 % avanza.
Cultivo de orina sin desarrollo.
Los inmóviles son 9 %.
Volumen testicular derecho de 19 mL.
Normozoospermia con 30 millones/mL.
La motilidad total, de 10 %, es mayor que 40 % (OMS 2010).
El cultivo de orina resultó estéril.
`,
  undecidable: `
El cultivo de semen fue positivo.
La FSH es de 9 mUI/mL.
AZFc ausente.
Sin microdeleciones.
Varicocele izquierdo.
La concentración fue de 0.3 millones/mL en 2019.
Su testosterona es normal.
La próstata mide 9 mL.
Volumen prostático de 30 mL.
Azoospermia intermitente.
La FSH es alta.
`,
};
