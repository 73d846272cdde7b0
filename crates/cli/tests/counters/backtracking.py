"""Backtracking on Sudoku and KenKen as docs/counters.md describes it, and nothing else: what must it count?

Reads lines of JSON {"puzzle": ..., "order": ..., "inference": ..., "limit": ..., "max_nodes": ...} and writes the counters of each.
"""
import json
import sys
from itertools import product
from math import prod

COUNTERS = ["nodes", "assignments", "backtracks", "checks", "prunings", "propagated", "revisions"]


class Conflict(Exception):
    pass


class Stop(Exception):
    pass


def model(puzzle):
    """The domains, and the rules in order: (sort, scope, what it says)."""
    if puzzle["kind"] == "sudoku":
        side = len(puzzle["grid"])
        high, wide = puzzle["box"]
        rules = [("clue", [v], {n}) for v, n in enumerate(sum(puzzle["grid"], [])) if n]
    else:
        side = puzzle["size"]
        rules = []
        for cage in puzzle["cages"]:
            cells = [row * side + col for row, col in cage["cells"]]
            clue = len(cells) == 1
            rules.append(("clue", cells, {cage["target"]}) if clue else ("cage", cells, (cage["op"], cage["target"])))
    rules += [("different", [row * side + col for col in range(side)], None) for row in range(side)]
    rules += [("different", [row * side + col for row in range(side)], None) for col in range(side)]
    if puzzle["kind"] == "sudoku":
        corners = [(top, left) for top in range(0, side, high) for left in range(0, side, wide)]
        box = lambda top, left: [(top + r) * side + left + c for r in range(high) for c in range(wide)]
        rules += [("different", box(*corner), None) for corner in corners]
    return [set(range(1, side + 1)) for _ in range(side * side)], rules


def makes(operator, target, values):
    largest = max(values)
    return {
        "+": sum(values) == target,
        "*": prod(values) == target,
        "-": 2 * largest - sum(values) == target,
        "/": largest * largest == target * prod(values),
    }[operator]


class Search:
    def __init__(self, puzzle, order, inference, limit, max_nodes):
        self.domains, self.rules = model(puzzle)
        self.order, self.inference, self.left, self.max_nodes = order, inference, limit, max_nodes
        self.mac = inference == "mac"
        self.about = [[r for r, rule in enumerate(self.rules) if v in rule[1]] for v in range(len(self.domains))]
        self.count = dict.fromkeys(COUNTERS, 0)

    def run(self):
        try:
            self.node()
            for sort, scope, values in self.rules:
                if sort == "clue":
                    self.domains[scope[0]] &= values
            if not all(self.domains):
                return
            self.decided = {v for v, domain in enumerate(self.domains) if len(domain) == 1}
            self.propagate(range(len(self.rules)))
            self.search()
        except (Conflict, Stop):
            pass

    def node(self):
        self.count["nodes"] += 1
        if self.count["nodes"] > self.max_nodes:
            raise Stop

    def search(self):
        closed = (lambda v: len(self.domains[v]) == 1) if self.mac else (lambda v: v in self.decided)
        is_open = [v for v in range(len(self.domains)) if not closed(v)]
        if not is_open:
            self.left -= 1
            if self.left == 0:
                raise Stop
            return
        var = min(is_open, key=lambda v: len(self.domains[v])) if self.order == "mrv" else is_open[0]
        for value in sorted(self.domains[var]):
            self.count["assignments"] += 1
            self.node()
            before = [set(domain) for domain in self.domains]
            self.domains[var] = {value}
            self.decided.add(var)
            try:
                self.propagate(self.about[var])
                self.search()
            except Conflict:
                pass
            self.domains = before
            self.decided.remove(var)
            self.count["backtracks"] += 1

    def propagate(self, rules):
        queue = list(rules)
        while queue:
            rule = queue.pop(0)
            self.count["checks"] += 1
            if self.mac:
                self.count["revisions"] += sum(len(self.domains[v]) > 1 for v in self.rules[rule][1])
            self.changed = []
            self.check(*self.rules[rule])
            if self.mac:
                woken = [other for v in reversed(self.changed) for other in self.about[v]]
                for other in woken:
                    if other != rule and other not in queue:
                        queue.append(other)

    def remove(self, var, values):
        gone = self.domains[var] & values
        if not gone:
            return
        self.domains[var] -= gone
        self.count["prunings"] += len(gone)
        if not self.domains[var]:
            raise Conflict
        self.count["propagated"] += len(self.domains[var]) == 1
        if var not in self.changed:
            self.changed.append(var)

    def check(self, sort, scope, says):
        if self.inference in ("none", "forward"):
            known = [v for v in scope if v in self.decided]
        else:
            known = [v for v in scope if len(self.domains[v]) == 1]
        unknown = [v for v in scope if v not in known]
        value = lambda v: min(self.domains[v])
        if sort == "clue":
            if self.inference != "none":
                self.remove(scope[0], self.domains[scope[0]] - says)
            elif known and value(scope[0]) not in says:
                raise Conflict
        elif sort == "different":
            taken, new = [], known
            while new:
                values = {value(v) for v in new}
                if len(values) < len(new):
                    raise Conflict
                taken += new
                for v in scope:
                    if v not in taken and self.inference != "none":
                        self.remove(v, values)
                new = [v for v in scope if v not in taken and len(self.domains[v]) == 1] if self.mac else []
        elif self.mac:
            ways = [way for way in product(*(sorted(self.domains[v]) for v in scope)) if makes(*says, way)]
            for place, v in enumerate(scope):
                self.remove(v, self.domains[v] - {way[place] for way in ways})
        elif len(unknown) == 1 and self.inference != "none":
            (last,) = unknown
            trial = lambda n: [n if v == last else value(v) for v in scope]
            self.remove(last, {n for n in self.domains[last] if not makes(*says, trial(n))})
        elif not unknown and not makes(*says, [value(v) for v in scope]):
            raise Conflict


sys.setrecursionlimit(10_000)
for line in sys.stdin:
    search = Search(**json.loads(line))
    search.run()
    print(json.dumps(search.count))
