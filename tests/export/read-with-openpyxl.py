"""
Reads workbooks for as long as its input is open; a call is a line of JSON, and so is its answer: every cell with its type, as
openpyxl reads it, or the names of a container's parts, all of them well-formed.
"""

import datetime
import json
import sys
import traceback
import xml.sax
import zipfile

import openpyxl
from openpyxl.utils.escape import unescape


def cell(one, modes):
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


def sheet(one, modes):
    return {
        "name": one.title,
        "rows": [[cell(c, modes) for c in row] for row in one.iter_rows()],
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


def sheets(path, modes):
    return [sheet(one, modes) for one in openpyxl.load_workbook(path, data_only="cached" in modes)]


def parts(path):
    with zipfile.ZipFile(path) as container:
        bad = container.testzip()
        assert bad is None, bad
        for name in container.namelist():
            with container.open(name) as part:
                xml.sax.parse(part, xml.sax.ContentHandler())
        return container.namelist()


for line in sys.stdin:
    what, path, *modes = json.loads(line)
    try:
        answer = {"answer": sheets(path, modes) if what == "sheets" else parts(path)}
    except Exception:
        answer = {"error": traceback.format_exc()}
    print(json.dumps(answer), flush=True)
