/** Sentences that deny the next one, or begin the case of another person; written with the code at hand. */
export const foreignSentences = `
El caso de un colega.
El caso de un colega:
Caso de un amigo.
Lo siguiente es falso.
Lo siguiente no es cierto.
No es cierto que
No es cierto que:
No creas esto.
Es mentira.
Ignora lo que sigue.
Los datos de abajo no son tuyos.
Estos valores no corresponden a este expediente.
Un panadero se hizo el estudio.
Un colega tuvo varicocele.
El panadero tiene una FSH de 8.1 mUI/mL.
Alguien escribió esto.
El señor Gómez vino a consulta.
Juan Pérez acudió a la clínica.
Sería un error decir esto.
Se rechaza lo siguiente.
Nada de esto es real.
De ser cierto.
Es falso que
Esto le pasó a un conocido.
Historia de un compañero de trabajo.
Texto de relleno.
Plantilla.
El técnico se equivocó.
Datos del manual.
Tu cuñado vino ayer.
Jamás se obtuvo lo siguiente.
Nadie midió lo siguiente.
Si todo sale bien.
En sueños.
Documento ajeno.
Oscar el panadero vino.
La confusión es evidente.
La suposición es esta.
Masculino sano usado como control.
Refiere su hermano lo mismo.
Acude la pareja.
Debe corresponder a Luis.
`;
