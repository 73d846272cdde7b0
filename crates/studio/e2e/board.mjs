// What the tests of Play and of drawings do on a board.

export const words = (page, cell) => page.getAttribute(`.board [data-cell="${cell}"]`, "aria-label");
export const center = async (page, cell) => {
  const box = await page.locator(`.board [data-cell="${cell}"]`).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
};
export const drag = async (page, cells) => {
  await page.mouse.move(...(await center(page, cells[0])));
  await page.mouse.down();
  for (const cell of cells.slice(1)) await page.mouse.move(...(await center(page, cell)), { steps: 4 });
  await page.mouse.up();
};
export const board = (page) => page.$$eval(".board [data-cell]", (cells) => cells.map((cell) => cell.getAttribute("aria-label")));
export const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key);
};
