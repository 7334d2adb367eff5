"""Roots, eigenvalues, logarithms: real numbers known by rational bounds, and a sign that is decided, never guessed.

An algebraic number is told from zero by a separation bound (Burnikel, Funke, Mehlhorn, Schirra, Schmitt, "A separation
bound for real algebraic expressions", ESA 2001): it is U / L with algebraic integers U and L whose conjugates are at
most ``above`` and ``below``, in a field of degree at most D, hence zero or at least 1 / (above^(D - 1) below).
"""

from fractions import Fraction
from math import isqrt, lcm, prod


class Real:
    """A real number that knows its rational bounds: bounds(k) is (low, high), the closer the larger k is.

    Where it is algebraic, above, below and fields (the degree of each root that it is made of) give the separation
    bound; fields is None where it is not known to be algebraic.
    """

    def __init__(self, bounds, name, above, below, fields):
        self.bounds = bounds
        self.name = name
        self.above = above
        self.below = below
        self.fields = fields

    def __add__(self, other):
        return combined(self, as_real(other), "+", lambda a, b, c, d: (a + c, b + d))

    def __mul__(self, other):
        def extremes(a, b, c, d):
            ends = (a * c, a * d, b * c, b * d)
            return min(ends), max(ends)

        return combined(self, as_real(other), "*", extremes)

    def __truediv__(self, other):
        return self * inverse(as_real(other))

    def __pow__(self, n):
        if isinstance(n, Real) or Fraction(n).denominator != 1:
            raise ArithmeticError("a real number to a power that is no integer")
        return inverse(power(self, -int(n))) if n < 0 else power(self, int(n))

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + as_real(other) * -1

    def __radd__(self, other):
        return self + other

    def __rmul__(self, other):
        return self * other

    def __rsub__(self, other):
        return as_real(other) + self * -1

    def __rtruediv__(self, other):
        return as_real(other) * inverse(self)

    def __bool__(self):
        return sign(self) != 0

    def __abs__(self):
        return self if sign(self) >= 0 else self * -1

    def __lt__(self, other):
        return sign(self - other) < 0

    def __le__(self, other):
        return sign(self - other) <= 0

    def __gt__(self, other):
        return sign(self - other) > 0

    def __ge__(self, other):
        return sign(self - other) >= 0

    def __eq__(self, other):
        return sign(self - other) == 0


def as_real(x):
    """An integer or Fraction as a Real; a Real as it is."""
    if isinstance(x, Real):
        return x
    q = Fraction(x)
    return Real(lambda k: (q, q), q, max(1, abs(q.numerator)), q.denominator, {})


def joined(x, y):
    """The roots that two numbers are made of, each once."""
    return None if x.fields is None or y.fields is None else {**x.fields, **y.fields}


def combined(x, y, operation, rule):
    """x + y or x * y, by what the rule does to their bounds."""
    if operation == "+":
        above = x.above * y.below + y.above * x.below
    else:
        above = x.above * y.above
    name = (x.name, operation, y.name)
    return Real(lambda k: rule(*x.bounds(k), *y.bounds(k)), name, above, x.below * y.below, joined(x, y))


def power(x, n):
    """x to the power of the integer n >= 0."""

    def bounds(k):
        low, high = x.bounds(k)
        if n % 2 == 0 and low < 0 < high:
            return Fraction(0), max(low**n, high**n)
        return min(low**n, high**n), max(low**n, high**n)

    return Real(bounds, (x.name, "^", n), x.above**n, x.below**n, x.fields) if n else as_real(1)


def inverse(x):
    """1 / x."""
    if sign(x) == 0:
        raise ZeroDivisionError("division by a real number that is zero")

    def bounds(k):
        low, high = x.bounds(k)
        while low <= 0 <= high:
            k *= 2
            low, high = x.bounds(k)
        return 1 / high, 1 / low

    return Real(bounds, (1, "/", x.name), x.below, x.above, x.fields)


def sign(x):
    """-1, 0 or 1: by bounds that exclude zero, or because the number is below its separation bound."""
    x = as_real(x)
    degree = 0 if x.fields is None else prod(x.fields.values())
    separation = (degree - 1) * x.above.bit_length() + x.below.bit_length()
    k = 64
    while k <= 20000:
        low, high = x.bounds(k)
        if low > 0 or high < 0:
            return 1 if low > 0 else -1
        widest = Fraction(max(-low, high))
        # Below 2^-separation it is zero; counted in digits, as that power may be too long to write down.
        if widest == 0 or (degree and widest.numerator.bit_length() + separation < widest.denominator.bit_length()):
            return 0
        k *= 2
    raise ArithmeticError("a number that cannot be told from zero by 20000 binary digits")


def sqrt(x):
    """The square root of a number x >= 0, exact where it is rational."""
    if sign(x) < 0:
        raise ValueError("the square root of a negative number")
    if not isinstance(x, Real):
        q = Fraction(x)
        if isqrt(q.numerator) ** 2 == q.numerator and isqrt(q.denominator) ** 2 == q.denominator:
            return Fraction(isqrt(q.numerator), isqrt(q.denominator))
    x = as_real(x)

    def bounds(k):
        low, high = x.bounds(2 * k)
        least = isqrt(int(max(low, 0) * 4**k))
        most = isqrt(int(high * 4**k)) + 1
        return Fraction(least, 2**k), Fraction(most, 2**k)

    # The root of U / L is the root of U L, over L.
    fields = None if x.fields is None else {**x.fields, ("sqrt", x.name): 2}
    return Real(bounds, ("sqrt", x.name), isqrt(x.above * x.below) + 1, x.below, fields)


def characteristic_polynomial(rows):
    """det(t I - A) of a square integer matrix by rows, constant coefficient first (Faddeev and LeVerrier)."""
    n = len(rows)
    coefficients, current = [1], rows
    for k in range(1, n + 1):
        c = -sum(current[i][i] for i in range(n)) // k
        coefficients.append(c)
        shifted = [[current[i][j] + (c if i == j else 0) for j in range(n)] for i in range(n)]
        current = [[sum(rows[i][m] * shifted[m][j] for m in range(n)) for j in range(n)] for i in range(n)]
    return tuple(reversed(coefficients))


def roots_above(p, m):
    """How many roots of a polynomial with only real roots exceed m: the sign changes of p(m + t) (Descartes)."""
    c = list(p)
    for i in range(len(c) - 1):
        for j in range(len(c) - 2, i - 1, -1):
            c[j] += m * c[j + 1]
    signs = [x > 0 for x in c if x != 0]
    return sum(a != b for a, b in zip(signs, signs[1:]))


def eigenvalue(rows, i):
    """The eigenvalue number i, the largest being number 0, of a symmetric matrix of rationals, given by rows."""
    n = len(rows)
    if not all(len(row) == n for row in rows) or not all(rows[a][b] == rows[b][a] for a in range(n) for b in range(a)):
        raise ValueError("eigenvalues are taken of symmetric matrices")
    if not -n <= i < n:
        raise ValueError(f"eigenvalue number {i} of a matrix of order {n}")
    den = lcm(*(Fraction(x).denominator for row in rows for x in row))
    whole = [[int(x * den) for x in row] for row in rows]
    p = characteristic_polynomial(whole)
    largest = max(1, max(sum(abs(x) for x in row) for row in whole))

    def bounds(k):
        scaled = [c << (k * (n - j)) for j, c in enumerate(p)]
        low, high = -(largest << k) - 1, largest << k
        while high - low > 1:
            middle = (low + high) // 2
            if roots_above(scaled, middle) > i % n:
                low = middle
            else:
                high = middle
        return Fraction(low, den << k), Fraction(high, den << k)

    return Real(bounds, ("eigenvalue", p, den, i % n), largest, den, {("eigenvalue", p, i % n): n})


def exp(x):
    """e to the power x, for |x| <= 100000."""
    if not isinstance(x, Real) and x == 0:
        return Fraction(1)
    x = as_real(x)
    if any(abs(end) > 100000 for end in x.bounds(64)):
        raise ArithmeticError("exp of a number beyond 100000")

    def bounds(k):
        low, high = x.bounds(k)
        return exp_bounds(low, k)[0], exp_bounds(high, k)[1]

    return Real(bounds, ("exp", x.name), 1, 1, None)


def exp_bounds(q, k):
    """Rational bounds on e^q: the series of e^(q / 2^h), |q / 2^h| <= 1/2, in integers over 2^bits, squared h times."""
    h = max(0, abs(q.numerator).bit_length() - q.denominator.bit_length() + 2)
    bits = k + 2 * h + k.bit_length() + 16
    total, term, n = 0, 1 << bits, 0
    while term not in (0, -1):
        total += term
        n += 1
        term = term * q.numerator // ((q.denominator << h) * n)
    # Every term is rounded down, by less than 2 in all, and so is what is left out.
    low, high = Fraction(total - 2, 2**bits), Fraction(total + 2 * n + 4, 2**bits)
    for _ in range(h):
        low, high = rounded(low * low, bits)[0], rounded(high * high, bits)[1]
    return low, high


def rounded(q, k):
    """The multiples of 2^-k next below and above q."""
    least = (q.numerator << k) // q.denominator
    return Fraction(least, 2**k), Fraction(least + 1, 2**k)


def log(x):
    """The natural logarithm of x > 0."""
    if sign(x) <= 0:
        raise ValueError("the logarithm of a number that is not positive")
    if not isinstance(x, Real) and x == 1:
        return Fraction(0)
    x = as_real(x)

    def bounds(k):
        low, high = x.bounds(k)
        while low <= 0:
            k *= 2
            low, high = x.bounds(k)
        return log_bounds(low, k)[0], log_bounds(high, k)[1]

    return Real(bounds, ("log", x.name), 1, 1, None)


def log_bounds(q, k):
    """Rational bounds on log q = h log 2 + log y, 1/2 < y < 2, each log y being 2 artanh((y - 1) / (y + 1))."""
    h = q.numerator.bit_length() - q.denominator.bit_length()
    y = q / Fraction(2) ** h
    a, b = artanh_bounds(1, 3, k + h.bit_length())
    c, d = artanh_bounds(*((y - 1) / (y + 1)).as_integer_ratio(), k)
    return min(2 * h * a, 2 * h * b) + 2 * c, max(2 * h * a, 2 * h * b) + 2 * d


def artanh_bounds(p, q, k):
    """Rational bounds on artanh z = z + z^3/3 + z^5/5 + ... for z = p/q, |z| <= 1/3, in integers over 2^bits."""
    bits = k + k.bit_length() + 16
    total, term, n = 0, (p << bits) // q, 1
    while term not in (0, -1):
        total += term // n
        term = term * p * p // (q * q)
        n += 2
    # Every term is rounded down twice, by less than 2 and a bit, and what is left out is below 4.
    return Fraction(total - 4, 2**bits), Fraction(total + 2 * n + 8, 2**bits)


def pi():
    """The circle number, by Machin's formula 16 arctan(1/5) - 4 arctan(1/239)."""

    def bounds(k):
        (a, b), (c, d) = arctan_bounds(5, k + 8), arctan_bounds(239, k + 8)
        return 16 * a - 4 * d, 16 * b - 4 * c

    return Real(bounds, "pi", 1, 1, None)


def arctan_bounds(q, k):
    """Rational bounds on arctan(1/q) = 1/q - 1/(3 q^3) + ...: an alternating series, cut after either sign."""
    total, n = Fraction(0), 0
    while (2 * n + 1) * q ** (2 * n + 1) < 2**k or n % 2:
        total += Fraction((-1) ** n, (2 * n + 1) * q ** (2 * n + 1))
        n += 1
    return total, total + Fraction(1, (2 * n + 1) * q ** (2 * n + 1))
