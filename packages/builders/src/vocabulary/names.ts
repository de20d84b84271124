/** Splits at the commas, so that a long list needs few lines. */
function words(text: string): readonly string[] {
  return text.split(',').map((word) => word.trim());
}

export const maleNames = words(`
  Adrián, Alberto, Alejandro, Alfonso, Álvaro, Andrés, Ángel, Antonio, Armando, Arturo,
  Benjamín, Bernardo, Braulio, Carlos, César, Cristian, Cuauhtémoc, Damián, Daniel, David,
  Diego, Edgar, Eduardo, Efraín, Emiliano, Emilio, Enrique, Erick, Esteban, Fabián, Felipe,
  Fernando, Francisco, Gabriel, Gerardo, Germán, Gilberto, Gonzalo, Guillermo, Gustavo, Héctor,
  Hugo, Ignacio, Íñigo, Isaac, Ismael, Iván, Jaime, Javier, Jesús, Joaquín, Joel, Jorge, José,
  Josué, Juan, Julián, Julio, Leonardo, Leonel, Lorenzo, Luis, Manuel, Marco, Mario, Martín,
  Mateo, Matías, Mauricio, Miguel, Moisés, Nicolás, Octavio, Omar, Óscar, Pablo, Patricio,
  Pedro, Rafael, Ramiro, Ramón, Raúl, Ricardo, Roberto, Rodrigo, Rogelio, Rubén, Salvador,
  Samuel, Santiago, Saúl, Sebastián, Sergio, Tomás, Ulises, Uriel, Víctor, Xavier, Yahir
`);

/** Usual combinations of Mexican given names. */
export const compoundMaleNames = words(`
  José Luis, Juan Carlos, Luis Fernando, Miguel Ángel, José Antonio, Juan Pablo, Marco Antonio,
  Luis Ángel, José Manuel, Víctor Manuel, Carlos Alberto, Jesús Eduardo, Juan Manuel,
  Francisco Javier, José Ángel, Luis Enrique, Héctor Hugo, Jorge Alberto
`);

export const femaleNames = words(`
  Adriana, Alejandra, Ana Laura, Ana Sofía, Andrea, Beatriz, Brenda, Carolina, Cecilia,
  Claudia, Daniela, Diana, Elena, Fernanda, Gabriela, Guadalupe, Itzel, Jimena, Karla, Laura,
  Leticia, Lorena, Lucía, Mariana, María Fernanda, Maribel, Mónica, Natalia, Paola, Patricia,
  Paulina, Regina, Renata, Rocío, Sofía, Valeria, Verónica, Ximena, Yolanda, Zyanya
`);

export const surnames = words(`
  Acosta, Aguilar, Aguirre, Alcántara, Álvarez, Arellano, Argüelles, Arriaga, Ávila, Ayala,
  Barrera, Bautista, Becerra, Beltrán, Bravo, Bustamante, Cabrera, Camacho, Campos, Cárdenas,
  Carrillo, Castañeda, Castillo, Castro, Cervantes, Chávez, Contreras, Cordero, Coronado,
  Cortés, Cruz, De la Cruz, De la Rosa, De León, Del Toro, Delgado, Díaz, Domínguez, Duarte,
  Ek, Escalante, Escobedo, Esparza, Espinosa, Estrada, Fernández, Figueroa, Flores, Fuentes,
  Galván, García, Garza, Gómez, González, Güemes, Guerrero, Gutiérrez, Guzmán, Hernández,
  Herrera, Huerta, Ibáñez, Ibarra, Jiménez, Juárez, Lara, León, Leyva, López, Lozano, Lugo,
  Luna, Macías, Maldonado, Márquez, Martínez, Medina, Mejía, Méndez, Mendoza, Mercado, Meza,
  Miranda, Molina, Montes, Mora, Morales, Moreno, Muñoz, Murillo, Nájera, Navarro, Nava, Nieto,
  Núñez, Ochoa, Olvera, Ordóñez, Orozco, Ortega, Ortiz, Pacheco, Padilla, Palacios, Patiño,
  Pech, Peña, Peralta, Pérez, Pineda, Ponce, Quiñones, Quintero, Ramírez, Ramos, Rangel,
  Rentería, Reyes, Ríos, Rivera, Robles, Rocha, Rodríguez, Rojas, Romero, Rosales, Rosas,
  Rubio, Ruiz, Salas, Salazar, Salgado, Salinas, Sánchez, Sandoval, Santiago, Saucedo, Serrano,
  Sierra, Silva, Solís, Solórzano, Sosa, Soto, Suárez, Tapia, Téllez, Toledo, Torres, Trejo,
  Treviño, Trujillo, Ugalde, Urbina, Valadez, Valdez, Valencia, Valenzuela, Vargas, Vázquez,
  Vega, Velasco, Velázquez, Vera, Villa, Villalobos, Villarreal, Villaseñor, Villegas,
  Xicoténcatl, Yáñez, Zamora, Zamudio, Zapata, Zárate, Zavala, Zepeda, Zúñiga
`);
