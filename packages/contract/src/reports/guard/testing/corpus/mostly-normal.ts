import type { Case } from './case.ts';

/** Every value at or above the limits but the forms; no growth, no deletion, low fragmentation. */
export const mostlyNormal: Case = {
  studies: [
    {
      study: 'Seminograma',
      on: '2026-06-02',
      values: {
        volume: 3.6,
        concentration: 64,
        total: 230.4,
        PR: 44,
        NP: 7,
        IM: 49,
        motility: 51,
        vitality: 78,
        forms: 6,
        pH: 7.6,
        leukocytes: 0.3,
      },
    },
    {
      study: 'Seminograma',
      on: '2026-10-13',
      values: {
        volume: 3.1,
        concentration: 52,
        total: 161.2,
        PR: 47,
        NP: 5,
        IM: 48,
        motility: 52,
        vitality: 74,
        forms: 3,
        pH: 7.5,
        leukocytes: 0.7,
      },
    },
    {
      study: 'Hormonal',
      on: '2026-10-14',
      values: { FSH: 3.9, LH: 4.1, testosterone: 512, prolactin: 11.2, TSH: 2.3 },
      ranges: {
        FSH: [1.5, 12.4],
        LH: [1.7, 8.6],
        testosterone: [264, 916],
        prolactin: [4, 15.2],
        TSH: [0.4, 4],
      },
    },
    { study: 'Fragmentacion_ADN', on: '2026-10-15', values: { DFI: 12, HDS: 6 } },
    { study: 'Cultivo_Semen', on: '2026-10-15', values: { growth: false } },
    { study: 'Microdelesiones', on: '2026-10-16', values: { AZFa: true, AZFb: true, AZFc: true } },
  ],
  true: `
El seminograma del 13 de octubre de 2026 muestra una concentración de 52 millones/mL y un volumen de 3.1 mL.
Las formas normales disminuyeron de 6 % a 3 %.
La motilidad progresiva (47 %) está por encima del límite inferior de referencia (30 %).
No se observó crecimiento en el cultivo.
No se detectaron deleciones en AZFa, AZFb ni AZFc.
Índice de fragmentación del ADN: 12 %.
FSH de 3.9 mUI/mL, LH de 4.1 mUI/mL y testosterona de 512 ng/dL.
La TSH es de 2.3 µUI/mL, dentro del intervalo del laboratorio.
El número total fue de 161.2 millones por eyaculado, mayor de 39 millones.
La vitalidad bajó de 78 % a 74 %.
El pH es de 7.5.
Leucocitos: 0.7 millones/mL (menos de 1 millón/mL).
Las formas normales, 3 %, están por debajo de 4 %.
La inmovilidad es de 48 % y la motilidad no progresiva de 5 %.
La prolactina es de 11.2 ng/mL.
El cultivo fue negativo y AZFa está presente.
AZFa, AZFb y AZFc presentes, sin deleciones.
La concentración bajó de 64 a 52 millones/mL y la motilidad progresiva subió de 44 % a 47 %.
En la muestra del 13 de octubre de 2026 la vitalidad fue de 74 % y el pH de 7.5.
La fragmentación del ADN es de 12 % y la prolactina de 11.2 ng/mL.
El pH fue de 7.5 y los leucocitos de 0.7 millones/mL, por debajo de 1 millón/mL.
La vitalidad fue de 78 % en junio y de 74 % en octubre.
El cultivo no mostró crecimiento bacteriano.
El valor de la LH es de 4.1 mUI/mL.
La TSH y la prolactina están dentro del intervalo del laboratorio.
Teratozoospermia: 3 % de formas normales.
AZFa, AZFb y AZFc presentes.
La FSH (3.9 mUI/mL) y la TSH (2.3 µUI/mL) están dentro del intervalo del laboratorio.
Cultivo negativo.
El volumen disminuyó de 3.6 a 3.1 mL.
`,
  false: `
Todos los parámetros están por encima de los límites de la OMS: concentración 52 millones/mL, formas normales 3 %.
El seminograma del 2 de junio de 2026 muestra una concentración de 52 millones/mL.
Ningún parámetro cambió entre los dos estudios: concentración 64 y 52 millones/mL.
La concentración subió de 64 a 52 millones/mL.
La concentración bajó de 52 a 64 millones/mL.
La concentración cambió de 52 millones/mL en junio a 64 millones/mL en octubre.
Ambas muestras tuvieron 3 % de formas normales.
En ambos estudios la concentración fue de 52 millones/mL.
En los dos estudios las formas normales están por debajo de 4 %.
Ninguna de las dos muestras tuvo formas normales por debajo de 4 %.
Solo la motilidad progresiva de 47 % está por debajo de su límite.
Las formas normales de 3 % están dentro de la referencia de la OMS.
El 3 % de los espermatozoides tiene formas anormales.
El 47 % de los espermatozoides está inmóvil.
El 48 % de los espermatozoides tiene motilidad progresiva.
El 12 % de los espermatozoides está vivo.
Se observó crecimiento en el cultivo.
Se detectó una deleción de AZFb.
AZFa y AZFb están presentes, pero AZFc está ausente.
FSH, LH y testosterona: 4.1, 3.9 y 512.
La FSH es de 3.9 ng/mL.
La FSH es de 39 mUI/mL.
La testosterona es de 5.12 ng/dL.
La testosterona es de 512 nmol/L.
La concentración es de 520 millones/mL.
La concentración es de 52 millones por eyaculado.
El volumen de 3.1 L es normal.
La TSH de 2.3 µUI/mL está elevada.
La LH de 4.1 mUI/mL duplica a la FSH de 3.9 mUI/mL.
La FSH de 3.9 mUI/mL es mayor que la LH de 4.1 mUI/mL.
La fragmentación de 12 % es alta.
La fragmentación de 12 % está por encima de 15 %.
La motilidad total de 52 % está por debajo del percentil 5.
La motilidad progresiva de 47 % está por encima del percentil 50.
El límite inferior de las formas normales es de 3 %.
El volumen fue de 3.1 mL en junio y de 3.6 mL en octubre.
El volumen aumentó respecto de junio a 3.1 mL.
La vitalidad, de 74 %, es mayor que la de junio.
La concentración de 52 millones/mL no alcanza el límite inferior de referencia.
El paciente tiene astenozoospermia, con 47 % de motilidad progresiva.
El paciente presenta oligozoospermia: 52 millones/mL.
El diagnóstico es normozoospermia, con 3 % de formas normales.
No hay teratozoospermia: 3 % de formas normales.
La concentración es de 52 millones/mL y la motilidad progresiva de 44 %.
Los leucocitos de 0.7 millones/mL indican leucocitospermia.
El cultivo fue positivo y sin deleciones AZF.
Ausencia de deleción en AZFa y presencia en AZFc.
Presencia de microdeleción AZFc y ausencia de AZFa.
No hay ausencia de crecimiento en el cultivo.
No hubo crecimiento en el cultivo y la FSH no es de 3.9 mUI/mL.
En el cultivo hubo crecimiento y la FSH no es de 3.9 mUI/mL.
No se detectaron deleciones AZF y la LH no es de 4.1 mUI/mL.
Se detectó deleción de AZFc y la LH no es de 4.1 mUI/mL.
No se observó en el cultivo un resultado sin crecimiento.
La TSH en semen es de 2.3 µUI/mL.
Los leucocitos en suero son de 0.7 millones/mL.
Las formas normales de 3 % de junio y de octubre.
En junio y octubre la concentración fue de 52 millones/mL.
Primero, la concentración fue de 52 millones/mL y luego de 64 millones/mL.
La última muestra, la de junio, tuvo una vitalidad de 78 %.
Hoy, 2 de junio de 2026, la concentración es de 64 millones/mL.
El límite inferior de la prolactina según la OMS es de 4 ng/mL.
El cultivo no fue negativo.
El cultivo de semen mostró ausencia de esterilidad con crecimiento.
Las regiones AZF no están presentes.
No hay presencia de AZFc.
Ausencia de AZFc.
Sin AZFa, AZFb y AZFc.
AZFa y AZFb sin deleciones, con deleción en AZFc.
La vitalidad fue de 74 % en junio y de 78 % en octubre.
La concentración subió de 64 millones/mL en junio a 52 millones/mL en octubre.
La concentración está en el percentil 5: 52 millones/mL.
El número total de espermatozoides inmóviles es de 48 millones.
El rango de la OMS para la TSH es de 0.4 a 4 µUI/mL.
La TSH y la prolactina no están dentro del intervalo del laboratorio.
El paciente no tiene teratozoospermia.
El pH de la sangre fue de 7.5.
La FSH es de 4.1 mUI/mL y la LH de 3.9 mUI/mL.
En la muestra actual y en la previa, la vitalidad es de 74 %.
La vitalidad es de 74 %, la motilidad progresiva también es de 74 %.
AZFa, AZFb y AZFc ausentes.
Cultivo positivo.
Cultivo sin resultado negativo.
El volumen disminuyó de 3.1 a 3.6 mL.
El volumen disminuyó a 3.6 mL.
La FSH (3.9 mUI/mL) y la TSH (2.3 µUI/mL) están fuera del intervalo del laboratorio.
La FSH está por debajo del límite inferior del laboratorio, con 3.9 mUI/mL.
El semen tiene 74 % de espermatozoides progresivos y 47 % vivos.
Se encontró concentración de 52 millones/mL con teratozoospermia en junio.
Vitalidad 74 %, motilidad 47 %, progresiva 52 %.
De 52 millones/mL, 47 % son normales.
Las formas anormales son el 3 %.
En el perfil hormonal la vitalidad es de 74 %.
El cromosoma Y presenta deleción en AZFa con FSH de 3.9 mUI/mL.
La motilidad progresiva superó el percentil 75: 47 %.
La vitalidad del 13 de junio de 2026 fue de 74 %.
`,
  undecidable: `
Si la FSH subiera de 3.9 mUI/mL, habría que repetirla.
El varicocele redujo la concentración de 64 a 52 millones/mL.
Su esposa tiene una TSH de 2.3 µUI/mL.
El paciente de la cama vecina tiene una FSH de 3.9 mUI/mL.
La concentración de 52 millones/mL garantiza un embarazo.
Con FSH de 3.9 mUI/mL se descarta un daño testicular.
El estudio de Monterrey mostró una concentración de 52 millones/mL.
La concentración podría ser de 52 millones/mL.
Las formas normales de 3 % son consecuencia del tabaco.
Se espera una concentración de 52 millones/mL en seis meses.
¿Es de 52 millones/mL la concentración?
La TSH de 2.3 µUI/mL es ideal para la fertilización in vitro.
El médico del otro hospital anotó una FSH de 3.9 mUI/mL.
La muestra lavada tiene una concentración de 52 millones/mL.
De confirmarse la FSH de 3.9 mUI/mL, no se requiere biopsia.
No se descarta deleción en AZFc.
No se descarta crecimiento en el cultivo.
Teratozoospermia por leucocitos de 0.7 millones/mL.
La FSH de 3.9 mUI/mL corresponde a la concentración de 52 millones/mL.
Con la fragmentación de 12 % hay una testosterona de 512 ng/dL para la prolactina de 11.2 ng/mL.
Con la TSH de 2.3 µUI/mL se descarta hipotiroidismo.
La concentración de 52 millones/mL es la de la segunda mitad del eyaculado.
La vitalidad de 74 % es para la reproducción asistida.
El cultivo sin crecimiento se debe a antibióticos.
No se descarta teratozoospermia con 3 % de formas normales.
La FSH de 3.9 mUI/mL se obtuvo con hCG.
`,
};
