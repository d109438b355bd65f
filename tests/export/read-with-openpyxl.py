"""Prints every cell of a workbook with its type, as openpyxl reads it, as JSON."""

import datetime
import json
import sys

import openpyxl
from openpyxl.utils.escape import unescape

path, *modes = sys.argv[1:]
book = openpyxl.load_workbook(path, data_only="cached" in modes)


def cell(one):
    value = one.value
    if value is None:
        return {"type": "empty"}
    extra = {} if one.number_format == "General" else {"format": one.number_format}
    if isinstance(value, bool):
        return {"type": "boolean", "value": value, **extra}
    if isinstance(value, datetime.datetime):
        assert value.time() == datetime.time(0), value
        return {"type": "date", "value": value.strftime("%Y-%m-%d"), **extra}
    if isinstance(value, datetime.time):
        return {"type": "time", "value": value.strftime("%H:%M:%S"), **extra}
    if isinstance(value, (int, float)):
        return {"type": "number", "value": value, **extra}
    if one.data_type == "f":
        return {"type": "formula", "value": value, **extra}
    if one.data_type == "e":
        return {"type": "error", "value": value, **extra}
    # openpyxl leaves `_xHHHH_` to its caller.
    return {"type": "text", "value": value if "plain" in modes else unescape(value), **extra}


def sheet(one):
    return {
        "name": one.title,
        "rows": [[cell(c) for c in row] for row in one.iter_rows()],
        "quoted": [c.coordinate for row in one.iter_rows() for c in row if c.has_style and c.quotePrefix],
        "frozen": one.freeze_panes,
        "page": {
            "orientation": one.page_setup.orientation,
            "wide": one.page_setup.fitToWidth if one.sheet_properties.pageSetUpPr.fitToPage else None,
            "high": one.page_setup.fitToHeight if one.sheet_properties.pageSetUpPr.fitToPage else None,
            "titles": [one.print_title_rows, one.print_title_cols],
            "footer": [one.oddFooter.left.text, one.oddFooter.center.text, one.oddFooter.right.text],
        }
        if "layout" in modes
        else None,
        "heights": {str(row): d.height for row, d in one.row_dimensions.items() if d.height},
        "notes": {c.coordinate: c.comment.text for row in one.iter_rows() for c in row if c.comment},
        "tinted": [c.coordinate for row in one.iter_rows() for c in row if c.fill.fgColor.rgb == "FFFFF1DC"],
        "tables": [
            {"name": t.displayName, "ref": t.ref, "columns": [c.name for c in t.tableColumns]}
            for t in one.tables.values()
        ],
    }


json.dump([sheet(one) for one in book], sys.stdout)
