"""The workspace: find it, load its checks by path, re-check its disputes, start new ones."""

from lakatos.workspace.claims import claim_file, load_claim, verify_certificate
from lakatos.workspace.dispute import GROUPS, Dispute, Group
from lakatos.workspace.lint import SECTIONS, Outline, lint_check, sections
from lakatos.workspace.load import Case, load
from lakatos.workspace.locate import Workspace, WorkspaceError, find_workspace
from lakatos.workspace.recheck import Progress, Unloadable, current, last_record, recheck
from lakatos.workspace.scaffold import new_certificate, new_check, new_claim

__all__ = [
    "GROUPS",
    "SECTIONS",
    "Case",
    "Dispute",
    "Group",
    "Outline",
    "Progress",
    "Unloadable",
    "Workspace",
    "WorkspaceError",
    "claim_file",
    "current",
    "find_workspace",
    "last_record",
    "lint_check",
    "load",
    "load_claim",
    "new_certificate",
    "new_check",
    "new_claim",
    "recheck",
    "sections",
    "verify_certificate",
]
