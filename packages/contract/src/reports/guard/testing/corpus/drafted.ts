import type { Case } from './case.ts';

/** Values between the limits of the two editions of WHO, in sentences such as language models draft. */
export const drafted: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-10-06',
      values: {
        volume: 1.4,
        concentration: 15.6,
        total: 21.8,
        PR: 31,
        NP: 9,
        IM: 60,
        motility: 40,
        vitality: 56,
        forms: 4,
        pH: 7.2,
        leukocytes: 0.8,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-04-14',
      values: {
        volume: 2.8,
        concentration: 22,
        total: 61.6,
        PR: 38,
        NP: 7,
        IM: 55,
        motility: 45,
        vitality: 63,
        forms: 5,
        pH: 7.6,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-10-07',
      values: { FSH: 8.1, LH: 6.3, testosterone: 318, prolactin: 9.4, estradiol: 24 },
      ranges: { FSH: [1.5, 12.4], LH: [1.7, 8.6], testosterone: [249, 836], prolactin: [4, 15.2] },
    },
    {
      study: 'Hormonal',
      on: '2026-04-15',
      values: { FSH: 6.6, testosterone: 402 },
      ranges: { FSH: [1.5, 12.4], testosterone: [249, 836] },
    },
    { study: 'Fragmentacion_ADN', on: '2026-10-06', values: { DFI: 28 } },
    { study: 'Cultivo_Semen', on: '2026-10-06', values: { growth: false } },
    { study: 'Microdelesiones', on: '2026-10-12', values: { AZFa: true, AZFb: true, AZFc: true } },
  ],
  true: String.raw`
La concentración espermática fue de 15.6 millones/mL, por debajo del percentil 5 de la OMS 2021 (16 millones/mL).
La concentración de 15.6 millones/mL está por debajo de 16 millones/mL, el percentil 5 de la OMS 2021.
Con los criterios de la OMS 2010, la concentración de 15.6 millones/mL es mayor de 15 millones/mL.
La motilidad progresiva de 31 % es mayor del 30 % (percentil 5, OMS 2021).
La motilidad progresiva de 31 % es menor del 32 % que fijaba la OMS 2010.
La motilidad total de 40 % está por debajo del percentil 5 de la OMS 2021 (42 %).
La vitalidad de 56 % supera el percentil 5 de la OMS 2021 (54 %).
La vitalidad de 56 % es inferior a 58 %, el límite de la OMS 2010.
El volumen fue de 1.4 mL y el pH de 7.2.
El número total de espermatozoides fue de 21.8 millones por eyaculado, por debajo de 39 millones.
En total se contaron 21.8 millones de espermatozoides en el eyaculado.
La morfología mostró 4 % de formas normales.
El 60 % de los espermatozoides es inmóvil.
Solo el 31 % de los espermatozoides presenta motilidad progresiva.
La concentración disminuyó de 22 a 15.6 millones/mL entre abril y octubre de 2026.
Respecto al estudio de abril, la concentración bajó de 22 a 15.6 millones/mL.
El 14 de abril de 2026 la concentración fue de 22 millones/mL.
En abril de 2026 el volumen fue de 2.8 mL.
El 6 de octubre de 2026 la concentración fue de 15.6 millones/mL.
La FSH aumentó de 6.6 a 8.1 mUI/mL.
La FSH pasó de 6.6 mUI/mL en abril a 8.1 mUI/mL en octubre.
La testosterona total descendió de 402 a 318 ng/dL.
La FSH es de 8.1 mUI/mL, dentro del rango del laboratorio (1.5 a 12.4).
La FSH, la LH y la prolactina están dentro del rango.
La testosterona total de 318 ng/dL está dentro del rango de 249 a 836 ng/dL.
La testosterona total no está por debajo de 300 ng/dL.
La LH no rebasa 8.6 mUI/mL.
FSH 8.1, LH 6.3, prolactina 9.4, estradiol 24.
La concentración es de 15.6 y el volumen de 1.4.
La prolactina es de 9.4 ng/mL y el estradiol de 24 pg/mL.
El índice de fragmentación del ADN fue de 28 %.
El cultivo de semen no mostró desarrollo bacteriano.
No se detectaron microdeleciones en las regiones AZFa, AZFb y AZFc.
Los leucocitos, 0.8 millones/mL, son menos de 1 millón/mL.
| Parámetro | Resultado | Percentil 5 OMS 2021 |\n|---|---|---|\n| Volumen | 1.4 mL | 1.4 mL |\n| Concentración | 15.6 millones/mL | 16 millones/mL |
- **Motilidad progresiva:** 31 %\n- **Motilidad total:** 40 %
La concentración se ubica entre 11 y 16 millones/mL.
La testosterona total es de 3.18 ng/mL.
La concentración fue de 15,600,000 espermatozoides por mililitro.
Hay 15.6 millones de espermatozoides por mililitro.
| Parámetro | Resultado | Límite inferior |\n|---|---|---|\n| Vitalidad | 56 % | 54 % |
| Parámetro | Abril 2026 | Octubre 2026 |\n|---|---|---|\n| Concentración | 22 millones/mL | 15.6 millones/mL |
| Parámetro | Anterior | Actual |\n|---|---|---|\n| Concentración | 22 millones/mL | 15.6 millones/mL |
## Seminograma del 14 de abril de 2026\n\n- Concentración: 22 millones/mL\n- Volumen: 2.8 mL
# Informe\n\n## Seminograma\n\nLa concentración es de 15.6 millones/mL.\n\n## Perfil hormonal\n\nLa FSH es de 8.1 mUI/mL.
Percentiles 5 de la OMS 2021:\n- Concentración: 16 millones/mL\n- Vitalidad: 54 %
Revisamos tus estudios de octubre de 2026. La concentración es de 15.6 millones/mL. La FSH es de 8.1 mUI/mL.
Antes la concentración era de 22 millones/mL. Ahora es de 15.6 millones/mL.
Tu concentración (15.6 millones/mL) es menor que la de abril (22 millones/mL).
El percentil 5 (OMS 2021) del volumen es 1.4 mL y el de la concentración, 16 millones/mL.
La testosterona bajó 84 ng/dL.
La FSH aumentó 1.5 mUI/mL.
Motilidad a+b 31 %, c 9 %, d 60 %.
La fragmentación del ADN fue de 28 %; el 72 % está íntegro.
El límite superior de la FSH es de 12.4 mUI/mL.
El pH de referencia es ≥ 7.2.
Testosterona 318 ng/dL (11.03 nmol/L).
Según la OMS 2010, la motilidad progresiva está por debajo del percentil 5.
Leucocitos: 0.8 millones/mL (menos de 1 millón/mL).
El estudio del 6 de octubre mostró 15.6 millones/mL y el del 14 de abril 22 millones/mL.
`,
  false: String.raw`
La motilidad progresiva de 31 % está por debajo del percentil 5 de la OMS 2021 (32 %).
La motilidad progresiva de 31 % está por debajo del percentil 5 de la OMS 2021.
La vitalidad de 56 % está por debajo del percentil 5 de la OMS 2021 (58 %).
La concentración de 15.6 millones/mL está por encima del percentil 5 de la OMS 2021 (15 millones/mL).
La concentración de 15.6 millones/mL supera el percentil 5 de la OMS 2021.
La motilidad total de 40 % está en el percentil 5 de la OMS 2021 (40 %).
El volumen de 1.4 mL es menor que el percentil 5 de la OMS 2021 (1.5 mL).
El percentil 5 de la OMS 2021 para la vitalidad es 58 %.
El percentil 5 de la OMS 2010 para la concentración es 16 millones/mL.
La referencia de la OMS 2021 para la motilidad progresiva es de 32 % o más.
La OMS 2021 fija 15 millones/mL como percentil 5 de la concentración.
El límite inferior del volumen según la OMS 2021 es de 1.5 mL.
El percentil 5 de formas normales de la OMS 2021 es 14 %.
La concentración es de 15.6 %.
La motilidad progresiva es de 31 millones/mL.
La motilidad total es de 40 millones.
Las formas normales son 4 millones/mL.
La vitalidad fue de 56 millones/mL.
El número total de espermatozoides fue de 15.6 millones.
El total por eyaculado es de 15.6 millones.
La concentración es de 21.8 millones/mL.
Hay 21.8 millones de espermatozoides por mililitro.
En total se contaron 15.6 millones de espermatozoides en el eyaculado.
La concentración total fue de 61.6 millones por eyaculado en octubre de 2026.
La concentración es de 15.6 mil/mL.
La concentración es de 156 millones/mL.
En octubre de 2026 la concentración fue de 22 millones/mL.
En abril de 2026 la concentración fue de 15.6 millones/mL.
El 14 de abril de 2026 la FSH fue de 8.1 mUI/mL.
El 6 de octubre de 2026 el volumen fue de 2.8 mL.
La concentración aumentó de 15.6 a 22 millones/mL.
Entre abril y octubre la concentración subió de 15.6 a 22 millones/mL.
La concentración aumentó de 22 a 15.6 millones/mL.
La FSH disminuyó de 6.6 a 8.1 mUI/mL.
La FSH bajó de 8.1 a 6.6 mUI/mL.
La testosterona total aumentó de 402 a 318 ng/dL.
La testosterona total subió a 318 ng/dL.
La concentración mejoró a 15.6 millones/mL.
El volumen aumentó respecto al de abril, de 1.4 a 2.8 mL.
La motilidad progresiva mejoró de 31 a 38 %.
La última concentración es de 22 millones/mL.
La testosterona más reciente es de 402 ng/dL.
La primera concentración fue de 15.6 millones/mL y la segunda de 22 millones/mL.
La FSH no está dentro del rango.
La FSH está por encima del rango del laboratorio.
La FSH es mayor de 12.4 mUI/mL.
La FSH se encuentra entre 8.5 y 12.4 mUI/mL.
La testosterona total está por debajo de 300 ng/dL.
La testosterona total no alcanza 300 ng/dL.
La testosterona total no es mayor de 249 ng/dL.
La prolactina está elevada.
La LH y la FSH están elevadas.
La concentración es de 15.6, con una FSH de 6.3 y una LH de 8.1.
FSH 6.3, LH 8.1.
La prolactina es de 24 ng/mL y el estradiol de 9.4 pg/mL.
El 31 % de los espermatozoides es inmóvil.
El 60 % de los espermatozoides tiene motilidad progresiva.
El 4 % de los espermatozoides tiene forma anormal.
El 56 % de los espermatozoides está muerto.
El 40 % de los espermatozoides es inmóvil.
La motilidad total es de 31 % y la progresiva de 40 %.
Motilidad no progresiva: 31 %.
Hay azoospermia.
Criptozoospermia con 15.6 millones/mL.
La concentración no es menor de 16 millones/mL.
Ningún valor está por debajo del percentil 5 de la OMS 2021.
Todos los parámetros están por encima del percentil 5.
Los leucocitos superan 1 millón/mL.
Los leucocitos de 0.8 millones/mL indican leucocitospermia.
El pH es menor de 7.2.
El índice de fragmentación del ADN es mayor de 30 %.
El cultivo de semen fue positivo.
Se detectó una microdeleción en AZFc.
La región AZFb está ausente.
| Parámetro | Resultado |\n|---|---|\n| Volumen | 15.6 mL |\n| Concentración | 1.4 millones/mL |
| Parámetro | Abril 2026 | Octubre 2026 |\n|---|---|---|\n| Concentración (millones/mL) | 15.6 | 22 |
| FSH (mUI/mL) | 6.3 | 1.5 a 12.4 |
- **Motilidad progresiva:** 40 %\n- **Motilidad total:** 31 %
La testosterona total es de 31.8 ng/mL.
La testosterona total es de 318 ng/mL.
La FSH es de 8.1 ng/mL.
La concentración fue de 1.56 millones/mL.
La concentración fue de 15,600 espermatozoides por mililitro.
Necrozoospermia: la vitalidad de 56 % está por debajo del percentil 5.
| Parámetro | Resultado | Referencia OMS 2021 |\n|---|---|---|\n| Motilidad progresiva | 31 % | 31 % |
| Parámetro | Resultado | Percentil 50 |\n|---|---|---|\n| Concentración | 15.6 millones/mL | 16 millones/mL |
| Parámetro | Resultado | Límite superior |\n|---|---|---|\n| Vitalidad | 56 % | 54 % |
| Parámetro | Anterior | Actual |\n|---|---|---|\n| Concentración | 15.6 millones/mL | 15.6 millones/mL |
| Parámetro | 14/04/2026 | 06/10/2026 |\n|---|---|---|\n| FSH | 8.1 mUI/mL | 6.6 mUI/mL |
| Parámetro | Abril 2026 |\n|---|---|\n| Concentración | 15.6 millones/mL |
## Seminograma del 14 de abril de 2026\n\n- Concentración: 15.6 millones/mL\n- Volumen: 1.4 mL
**Abril de 2026**\n\nLa concentración fue de 15.6 millones/mL.
En abril de 2026 se realizó un seminograma. La concentración fue de 15.6 millones/mL.
El primer seminograma es del 14 de abril de 2026. En él la concentración fue de 15.6 millones/mL.
En abril de 2026:\n- Concentración: 15.6 millones/mL
Valores de referencia (OMS 2021):\n- Vitalidad: 56 %\n- Motilidad progresiva: 31 %
Los límites de la OMS 2021 son los siguientes. Concentración: 15.6 millones/mL.
La concentración era de 22 millones/mL en abril. El volumen era de 1.4 mL.
Leucocitos: 0.8 millones/mL (más de 1 millón/mL).
Leucocitos: 0.8 millones/mL (referencia: > 1 millón/mL).
Concentración: 15.6 millones/mL (referencia: < 16 millones/mL).
Vitalidad: 56 % (referencia: menos de 54 %).
El pH de referencia es menor de 7.2.
FSH: 8.1 mUI/mL (referencia: > 12.4 mUI/mL).
El límite superior de la vitalidad según la OMS 2021 es de 54 %.
El límite superior de la FSH es de 1.5 mUI/mL.
El límite inferior de la FSH es de 12.4 mUI/mL.
El mínimo de leucocitos es de 1 millón/mL.
La mediana de la concentración es 16 millones/mL.
Según la OMS 2021, la motilidad progresiva está por debajo del percentil 5.
Testosterona 318 ng/dL (13.1 nmol/L).
Tu concentración (15.6 millones/mL) es mayor que la de abril (22 millones/mL).
La testosterona aumentó 84 ng/dL.
Motilidad: PR 60 %, NP 9 %, IM 31 %.
`,
  undecidable: String.raw`
La concentración es de aproximadamente 16 millones/mL.
La calidad seminal permite un embarazo espontáneo en 12 meses.
La concentración disminuyó por el varicocele izquierdo.
La fragmentación del ADN de 28 % es alta.
La fragmentación del ADN de 28 % es normal.
La concentración es normal según la OMS.
La motilidad progresiva de 31 % es normal.
La morfología de 4 % es limítrofe.
El volumen de 1.4 mL se debe a una recolección incompleta.
La testosterona total de 318 ng/dL es baja para su edad.
La testosterona libre es de 318 pg/mL.
El hermano del paciente tiene una FSH de 8.1 mUI/mL.
La inhibina B es de 8.1 pg/mL.
En 2025 la concentración fue de 15.6 millones/mL.
La concentración promedio es de 18.8 millones/mL.
La concentración debería ser mayor de 15.6 millones/mL.
Si la concentración fuera de 15.6 millones/mL, convendría repetir el estudio.
Probablemente la FSH sea de 8.1 mUI/mL por una falla testicular.
Tras la cirugía la concentración fue de 15.6 millones/mL.
El volumen testicular derecho es de 8.1 mL.
La concentración de 15.6 millones/mL requiere ICSI.
El recuento total de espermatozoides móviles progresivos es de 6.8 millones.
La FSH de 8.1 mUI/mL sugiere daño testicular.
La concentración cayó a menos de la mitad.
La probabilidad de embarazo es de 31 %.
Se espera que la concentración llegue a 22 millones/mL.
La pareja del paciente se hizo un perfil hormonal. La FSH es de 8.1 mUI/mL.
## Perfil hormonal de la pareja\n\nFSH: 8.1 mUI/mL
Resultados de su hermano:\n- FSH: 8.1 mUI/mL
Objetivo: FSH de 8.1 mUI/mL.
Se considera normal una FSH de 8.1 mUI/mL.
`,
};
