"""Scheduling on identical machines and packing into bins. Sizes are integers or Fractions; jobs count from 0."""


def list_schedule(jobs, machines):
    """The makespan if each job in turn goes to a least loaded machine (ties: lowest index); 0 without jobs."""
    if machines < 1 or any(job < 0 for job in jobs):
        raise ValueError("needs a machine and jobs of no negative length")
    loads = [0] * machines
    for job in jobs:
        loads[loads.index(min(loads))] += job
    return max(loads)


def lpt(jobs, machines):
    """The makespan of list scheduling with the longest job first ("longest processing time")."""
    return list_schedule(sorted(jobs, reverse=True), machines)


def reachable_loads(jobs, machines, limit):
    """All sorted tuples of machine loads, none above the limit, that some assignment of all the jobs leads to."""
    reachable = {(0,) * machines}
    for job in sorted(jobs, reverse=True):
        reachable = {
            tuple(sorted((*loads[:i], loads[i] + job, *loads[i + 1 :])))
            for loads in reachable
            for i in range(machines)
            if loads[i] + job <= limit
        }
    return reachable


def optimal_makespan(jobs, machines):
    """The least possible largest load if every job goes to one of the machines; 0 without jobs."""
    # No optimal schedule has a load above what some schedule needs.
    return min(max(loads) for loads in reachable_loads(jobs, machines, lpt(jobs, machines)))


def list_schedule_precedence(times, machines, before):
    """Graham's list schedule: whenever a machine is idle it starts the first job in the list that is ready; job j is
    ready once all jobs in before[j] are finished. The time when all are finished; 0 without jobs.
    """
    if machines < 1 or any(time < 0 for time in times):
        raise ValueError("needs a machine and jobs of no negative length")
    now, end = 0, {}  # end[j]: when job j, once started, finishes
    while len(end) < len(times):
        done = {j for j in end if end[j] <= now}
        ready = [j for j in range(len(times)) if j not in end and done.issuperset(before[j])]
        if ready and len(end) - len(done) < machines:
            end[ready[0]] = now + times[ready[0]]
        elif len(done) < len(end):
            now = min(end[j] for j in end if j not in done)
        else:
            raise ValueError("some job must wait for itself, or for a job that there is not")
    return max(end.values(), default=0)


def first_fit(items, capacity):
    """How many bins are used if each item in turn goes to the first bin with room for it, else to a new one; every
    item must be > 0 and <= capacity.
    """
    if any(item <= 0 or item > capacity for item in items):
        raise ValueError("every item must be larger than 0 and at most as large as a bin")
    loads = []
    for item in items:
        i = 0
        while i < len(loads) and loads[i] + item > capacity:
            i += 1
        if i == len(loads):
            loads.append(0)
        loads[i] += item
    return len(loads)


def first_fit_decreasing(items, capacity):
    """How many bins first fit uses with the largest item first."""
    return first_fit(sorted(items, reverse=True), capacity)


def optimal_bins(items, capacity):
    """The least number of bins that hold all items; every item must be > 0 and <= capacity; 0 without items."""
    if any(item <= 0 or item > capacity for item in items):
        raise ValueError("every item must be larger than 0 and at most as large as a bin")
    bins = 0
    while not reachable_loads(items, bins, capacity):
        bins += 1
    return bins
