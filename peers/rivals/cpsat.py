"""OR-tools CP-SAT on four kinds of puzzle: what somebody would write who knows CP-SAT and wants an answer.

Reads puzzles as JSON, one a line, and answers each with {"solutions": 0 | 1 | 2 | null, "seconds": s}: 2 means several, null that the
time was up. The seconds are from the puzzle as Python data to the proof: building the model, the first solution, and the search for another one.
One worker. Usage: cpsat.py SECONDS
"""

import json
import sys
import time
from itertools import product

from ortools.sat.python import cp_model


def neighbours(cells, row, col, king):
    for r, c in product((-1, 0, 1), repeat=2):
        if (r, c) != (0, 0) and (king or r == 0 or c == 0) and (row + r, col + c) in cells:
            yield (row + r, col + c)


def star_battle(puzzle):
    """A literal a cell; counts over rows, columns and regions; at most one star in a block of two by two."""
    regions, stars = puzzle["regions"], puzzle["stars"]
    model = cp_model.CpModel()
    star = {}
    units = {}
    for row, line in enumerate(regions):
        for col, region in enumerate(line):
            if region >= 0:
                star[row, col] = model.new_bool_var("")
                for unit in (("row", row), ("column", col), ("region", region)):
                    units.setdefault(unit, []).append(star[row, col])
    for unit in units.values():
        model.add(sum(unit) == stars)
    for row, col in product(range(len(regions) - 1), range(len(regions[0]) - 1)):
        block = [star[cell] for cell in product((row, row + 1), (col, col + 1)) if cell in star]
        if len(block) > 1:
            model.add_at_most_one(block)
    return model, list(star.values()), None


def hitori(puzzle):
    """A literal a cell; copies and touching as clauses; connectivity by cuts, added until there is none."""
    grid = puzzle["grid"]
    model = cp_model.CpModel()
    cells = {(row, col) for row, line in enumerate(grid) for col in range(len(line))}
    shaded = {cell: model.new_bool_var("") for cell in sorted(cells)}
    lines = [[(row, col) for col in range(len(grid[0]))] for row in range(len(grid))]
    lines += [[(row, col) for row in range(len(grid))] for col in range(len(grid[0]))]
    for line in lines:
        copies = {}
        for row, col in line:
            copies.setdefault(grid[row][col], []).append((row, col))
        for number, group in copies.items():
            if number > 0 and len(group) > 1:
                model.add_at_most_one(~shaded[cell] for cell in group)
        for one, other in zip(line, line[1:]):
            model.add_bool_or(~shaded[one], ~shaded[other])

    def cut(value):
        """Clauses that every solution obeys and this board does not."""
        white = {cell for cell in cells if not value(shaded[cell])}
        pieces = []
        while white:
            piece, border, heap = set(), set(), [white.pop()]
            while heap:
                cell = heap.pop()
                piece.add(cell)
                for other in neighbours(cells, *cell, king=False):
                    if other in white:
                        white.remove(other)
                        heap.append(other)
                    elif other not in piece and value(shaded[other]):
                        border.add(other)
            pieces.append((piece, border))
        if len(pieces) < 2:
            return []
        pieces.sort(key=lambda piece: len(piece[0]))
        # The cells that enclose a piece cannot all be shaded, unless the piece is all there is.
        return [[~shaded[cell] for cell in border] for piece, border in pieces[:-1]]

    return model, list(shaded.values()), cut


def hidato(puzzle):
    """A literal for each cell and number that distances to givens allow; each number once, each cell once, steps as implications."""
    grid = puzzle["grid"]
    model = cp_model.CpModel()
    cells = [(row, col) for row, line in enumerate(grid) for col, given in enumerate(line) if given >= 0]
    known = set(cells)
    last = len(cells)
    givens = {cell: grid[cell[0]][cell[1]] for cell in cells if grid[cell[0]][cell[1]] > 0}
    is_at = {}
    missing = set(range(1, last + 1)) - set(givens.values())
    for cell in cells:
        numbers = {givens[cell]} if cell in givens else set(missing)
        for (row, col), given in givens.items():
            distance = max(abs(cell[0] - row), abs(cell[1] - col))
            numbers.difference_update(range(given - distance + 1, given + distance))
        is_at[cell] = {number: model.new_bool_var("") for number in sorted(numbers)}
        model.add_exactly_one(is_at[cell].values())
    for number in range(1, last + 1):
        model.add_exactly_one(is_at[cell][number] for cell in cells if number in is_at[cell])
    for cell in cells:
        near = list(neighbours(known, *cell, king=True))
        for number, here in is_at[cell].items():
            for step in (number - 1, number + 1):
                if 1 <= step <= last:
                    model.add_bool_or([~here] + [is_at[other][step] for other in near if step in is_at[other]])
    return model, [here for numbers in is_at.values() for here in numbers.values()], None


def holds(operator, target, values):
    largest, total, product_ = max(values), sum(values), 1
    for value in values:
        product_ *= value
    if operator == "?":
        return any(holds(each, target, values) for each in ("+-*/" if len(values) > 1 else "="))
    if operator in "+=":
        return total == target
    if operator == "*":
        return product_ == target
    if operator == "-":
        return 2 * largest - total == target
    return largest * largest == target * product_


def kenken(puzzle):
    """A number a cell; rows and columns all different; sums and products as such, other cages as tables."""
    size = puzzle["size"]
    model = cp_model.CpModel()
    number = {cell: model.new_int_var(1, size, "") for cell in product(range(size), repeat=2)}
    for index in range(size):
        model.add_all_different(number[index, col] for col in range(size))
        model.add_all_different(number[row, index] for row in range(size))
    for cage in puzzle["cages"]:
        cells = [tuple(cell) for cell in cage["cells"]]
        variables = [number[cell] for cell in cells]
        operator, target = cage["op"], cage["target"]
        if operator in "+=":
            model.add(sum(variables) == target)
        elif size ** len(cells) <= 20000:
            rows = [
                values
                for values in product(range(1, size + 1), repeat=len(cells))
                if holds(operator, target, values)
                and not any(
                    values[i] == values[j] and (cells[i][0] == cells[j][0] or cells[i][1] == cells[j][1])
                    for i in range(len(cells))
                    for j in range(i)
                )
            ]
            if rows:
                model.add_allowed_assignments(variables, rows)
            else:
                model.add_bool_or([])
        elif operator == "*":
            model.add_multiplication_equality(target, variables)
        elif operator == "?":
            # Differences and quotients have two cells, and those are tables.
            is_sum = model.new_bool_var("")
            made = model.new_int_var(1, size ** len(cells), "")
            model.add(sum(variables) == target).only_enforce_if(is_sum)
            model.add_multiplication_equality(made, variables)
            model.add(made == target).only_enforce_if(~is_sum)
        else:
            raise ValueError(f"a cage of {len(cells)} cells with {operator}")
    return model, list(number.values()), None


KINDS = {"star-battle": star_battle, "hitori": hitori, "hidato": hidato, "kenken": kenken}


def count(puzzle, limit):
    start = time.perf_counter()
    model, variables, cut = KINDS[puzzle["kind"]](puzzle)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    found = 0
    while found < 2:
        left = limit - (time.perf_counter() - start)
        if left <= 0:
            return None, limit
        solver.parameters.max_time_in_seconds = left
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            break
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None, limit
        clauses = cut(lambda var: solver.boolean_value(var)) if cut else []
        if clauses:
            for clause in clauses:
                model.add_bool_or(clause)
            continue
        found += 1
        if puzzle["kind"] == "kenken":
            different = []
            for var in variables:
                other = model.new_bool_var("")
                model.add(var != solver.value(var)).only_enforce_if(other)
                different.append(other)
            model.add_bool_or(different)
        else:
            model.add_bool_or(~var if solver.boolean_value(var) else var for var in variables)
    return found, time.perf_counter() - start


if __name__ == "__main__":
    for line in sys.stdin:
        solutions, seconds = count(json.loads(line), float(sys.argv[1]))
        print(json.dumps({"solutions": solutions, "seconds": seconds}), flush=True)
